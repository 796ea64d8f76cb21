/// Opening of trace files: finds the traces in a file, selects an importer for each, runs the import and reports on it.
///
/// This is the entry point for the application, and the only package that depends on importers, archives, bug reports
/// and manifests together. No importer may use it.
package traceglass.ingest.open;
