/// Trace configs: probes with options, presets of probes, and their conversion to a config. No input or output happens
/// in this package.
@NullMarked
package traceglass.record.config;

import org.jspecify.annotations.NullMarked;
