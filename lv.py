L=[l.rstrip() for l in open('/tmp/t4/ann')]
v=[float(l.split()[0]) for l in L]
acc=0;st=0
for i,l in enumerate(L):
    if '0x24(%r' in l and 'movl' in l or i==len(L)-1 or 'mov ' in l and '0x24(%r' in l:
        if acc>0.3: print(st,i,round(acc,2),L[st][12:80])
        acc=0;st=i
    acc+=v[i]
