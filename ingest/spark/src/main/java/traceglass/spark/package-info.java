/// Traces as a data source of Apache Spark, and the import of a fleet on a cluster. Spark divides the work, repeats
/// what failed and moves rows; each task opens its traces with the engine.
@NullMarked
package traceglass.spark;

import org.jspecify.annotations.NullMarked;
