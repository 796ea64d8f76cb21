/// What statsd's shell takes and answers.
package traceglass.protos.foreign.statsd;
