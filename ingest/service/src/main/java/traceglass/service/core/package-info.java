/// The tracing service: producers, data sources, sessions of consumers, and the packets that the service itself
/// writes. All code runs on the thread of one [traceglass.service.core.ServiceLoop].
@NullMarked
package traceglass.service.core;

import org.jspecify.annotations.NullMarked;
