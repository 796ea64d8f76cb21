/// Traces of the Primes library.
package traceglass.protos.foreign.primes;
