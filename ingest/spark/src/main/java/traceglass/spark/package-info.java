/// Traces as a data source of Apache Spark, and the import of a fleet on a cluster. Spark distributes the work,
/// repeats failed tasks and transfers rows; each task opens its traces with the engine.
@NullMarked
package traceglass.spark;

import org.jspecify.annotations.NullMarked;
