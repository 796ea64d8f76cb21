/// Calls of native code as published PerfettoSQL modules write them (`__intrinsic_table_ptr(…)`): `TablePointers`
/// converts them into calls of operators. Contains no operators and runs nothing.
@NullMarked
package traceglass.sql.intrinsics;

import org.jspecify.annotations.NullMarked;
