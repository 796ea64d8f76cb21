/// Trace configs: what can be recorded, as probes with options and presets of them; the config they make; its text and
/// binary form; and what is wrong with one. Pure: nothing is reached from here.
package traceglass.record.config;
