/// Trace configs: what can be recorded, as probes with options and presets of them, and the config they make. Pure:
/// nothing is reached from here.
package traceglass.record.config;
