/// JMH benchmarks of the SDK. `packaging/benchmark-sdk` runs them and accepts JMH's options.
@NullMarked
package traceglass.sdk.bench;

import org.jspecify.annotations.NullMarked;
