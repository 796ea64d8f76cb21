/// Requests and responses of statsd's shell.
package traceglass.protos.foreign.statsd;
