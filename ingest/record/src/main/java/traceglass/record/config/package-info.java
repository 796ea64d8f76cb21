/// Trace configs: what can be recorded, as probes with options and presets of them, and the config they make. Pure:
/// nothing is reached from here.
@NullMarked
package traceglass.record.config;

import org.jspecify.annotations.NullMarked;
