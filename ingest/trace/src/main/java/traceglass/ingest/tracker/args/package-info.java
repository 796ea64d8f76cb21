/// Arguments: sets of keys and values, written once each, and better names for what traces give as hashes, addresses or
/// short names.
package traceglass.ingest.tracker.args;
