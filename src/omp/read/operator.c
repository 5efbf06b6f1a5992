/* SPDX-License-Identifier: Apache-2.0 */
/* clang's operators as ours. */
#include "omp/omp.h"

#include <clang-c/Index.h>

static enum hd_op
binary_op(enum CXBinaryOperatorKind k)
{
	switch (k) {
	case CXBinaryOperator_Mul:
	case CXBinaryOperator_MulAssign:
		return HD_OP_MUL;
	case CXBinaryOperator_Div:
	case CXBinaryOperator_DivAssign:
		return HD_OP_DIV;
	case CXBinaryOperator_Rem:
	case CXBinaryOperator_RemAssign:
		return HD_OP_MOD;
	case CXBinaryOperator_Add:
	case CXBinaryOperator_AddAssign:
		return HD_OP_ADD;
	case CXBinaryOperator_Sub:
	case CXBinaryOperator_SubAssign:
		return HD_OP_SUB;
	case CXBinaryOperator_Shl:
	case CXBinaryOperator_ShlAssign:
		return HD_OP_SHL;
	case CXBinaryOperator_Shr:
	case CXBinaryOperator_ShrAssign:
		return HD_OP_SHR;
	case CXBinaryOperator_And:
	case CXBinaryOperator_AndAssign:
		return HD_OP_AND;
	case CXBinaryOperator_Xor:
	case CXBinaryOperator_XorAssign:
		return HD_OP_XOR;
	case CXBinaryOperator_Or:
	case CXBinaryOperator_OrAssign:
		return HD_OP_OR;
	case CXBinaryOperator_LT:
		return HD_OP_LT;
	case CXBinaryOperator_GT:
		return HD_OP_GT;
	case CXBinaryOperator_LE:
		return HD_OP_LE;
	case CXBinaryOperator_GE:
		return HD_OP_GE;
	case CXBinaryOperator_EQ:
		return HD_OP_EQ;
	case CXBinaryOperator_NE:
		return HD_OP_NE;
	case CXBinaryOperator_LAnd:
		return HD_OP_LAND;
	case CXBinaryOperator_LOr:
		return HD_OP_LOR;
	case CXBinaryOperator_Comma:
		return HD_OP_COMMA;
	case CXBinaryOperator_Assign:
		return HD_OP_NONE;
	default:
		return HD_OP_OTHER;
	}
}

void
hd_omp_set_operator(hd_node *n, int binary, int unary)
{
	if (n->kind == HD_N_BINARY || n->kind == HD_N_ASSIGN) {
		n->op = binary_op((enum CXBinaryOperatorKind)binary);
		n->kind = binary >= CXBinaryOperator_Assign &&
					  binary <= CXBinaryOperator_OrAssign
				  ? HD_N_ASSIGN
				  : HD_N_BINARY;
		return;
	}
	switch (unary) {
	case CXUnaryOperator_PostInc:
	case CXUnaryOperator_PostDec:
		n->postfix = true;
		n->op = unary == CXUnaryOperator_PostInc ? HD_OP_INC : HD_OP_DEC;
		break;
	case CXUnaryOperator_PreInc:
		n->op = HD_OP_INC;
		break;
	case CXUnaryOperator_PreDec:
		n->op = HD_OP_DEC;
		break;
	case CXUnaryOperator_AddrOf:
		n->op = HD_OP_ADDR;
		break;
	case CXUnaryOperator_Deref:
		n->op = HD_OP_DEREF;
		break;
	case CXUnaryOperator_Minus:
		n->op = HD_OP_SUB;
		break;
	case CXUnaryOperator_Plus:
		n->op = HD_OP_ADD;
		break;
	default:
		n->op = HD_OP_OTHER;
	}
}
