/// From a file to a store: finds the traces in a file, asks each importer, drives the import and reports on it.
///
/// This is where the application comes in, and the only room that knows the importers, archives, bug reports and
/// manifests together. No importer may use it.
package traceglass.ingest.open;
