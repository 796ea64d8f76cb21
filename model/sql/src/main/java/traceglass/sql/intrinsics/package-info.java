/// Calls of native functions in published PerfettoSQL modules (`__intrinsic_table_ptr(…)`). `TablePointers` rewrites
/// them to calls of operators (`tg_op_…`), which package `traceglass.sql.operators` computes. Only rewrites statements;
/// runs no queries.
@NullMarked
package traceglass.sql.intrinsics;

import org.jspecify.annotations.NullMarked;
