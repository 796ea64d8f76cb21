/// Benchmarks of the SDK, run with `packaging/benchmark-sdk`. Input: options of JMH.
@NullMarked
package traceglass.sdk.bench;

import org.jspecify.annotations.NullMarked;
