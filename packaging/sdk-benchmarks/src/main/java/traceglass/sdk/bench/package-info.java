/// Benchmarks of the SDK, run with `packaging/benchmark-sdk`. Comes in: options of JMH.
@NullMarked
package traceglass.sdk.bench;

import org.jspecify.annotations.NullMarked;
