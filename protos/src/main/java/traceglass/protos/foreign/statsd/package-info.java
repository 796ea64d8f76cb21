/// Requests and responses of statsd's shell interface.
package traceglass.protos.foreign.statsd;
