/// Shared helpers for recording tests: the real daemons, simulated services, devices and probes.
package traceglass.record.testing;
