/// Arguments: deduplicated sets of keys and values, and translation of hashes, addresses and short names in traces.
package traceglass.ingest.tracker.args;
