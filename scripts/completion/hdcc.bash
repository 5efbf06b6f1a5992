# SPDX-License-Identifier: Apache-2.0
# Completion for bash: hdcc, nvcc and heddle. Options come from the programs themselves.
_hdcc() {
	local word=${COMP_WORDS[COMP_CWORD]}
	case $word in
	-*)
		COMPREPLY=($(compgen -W "$("$1" --list-options 2>/dev/null)" -- "$word"))
		if [[ ${COMPREPLY[0]-} == *= ]]; then compopt -o nospace; fi
		;;
	*) COMPREPLY=($(compgen -f -- "$word")) ;;
	esac
}

_heddle() {
	local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]-}
	if [ "$COMP_CWORD" = 1 ]; then
		COMPREPLY=($(compgen -W "$("$1" --list-commands 2>/dev/null)" -- "$word"))
		return
	fi
	case $command:$word in
	run:-*)
		COMPREPLY=($(compgen -W "--no-cache $(hdcc --list-options 2>/dev/null)" \
			-- "$word"))
		;;
	cache:*) COMPREPLY=($(compgen -W clear -- "$word")) ;;
	*:-*) COMPREPLY=($(compgen -W --help -- "$word")) ;;
	*) COMPREPLY=($(compgen -f -- "$word")) ;;
	esac
}

complete -o filenames -F _hdcc hdcc
complete -o filenames -F _heddle heddle
