/// Tables of a trace as Parquet files.
@NullMarked
package traceglass.store.parquet;

import org.jspecify.annotations.NullMarked;
