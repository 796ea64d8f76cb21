/// Traces of the Primes library.
///
/// Input: protobuf messages. Output: slices on the lanes of executors, and flows.
package traceglass.ingest.primes;
