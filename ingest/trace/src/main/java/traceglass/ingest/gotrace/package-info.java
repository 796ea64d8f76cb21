/// Importer of Go execution traces, as written by `runtime/trace` and `go test -trace`: Go 1.5 to 1.21 (version 1) and
/// Go 1.22 and later (version 2).
package traceglass.ingest.gotrace;
