/// Reads JSON values from bytes, decodes and interns their strings, and writes them as arguments.
@NullMarked
package traceglass.ingest.json.text;

import org.jspecify.annotations.NullMarked;
