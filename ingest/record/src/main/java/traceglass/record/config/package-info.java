/// Trace configs: probes with options, presets of probes, and their conversion to a config. This package does no I/O.
@NullMarked
package traceglass.record.config;

import org.jspecify.annotations.NullMarked;
