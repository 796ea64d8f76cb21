/// Fuzz tests with damaged copies of real traces: no exception may escape, every import must end, and memory must
/// stay below the limit.
package traceglass.ingest.fuzz;
