/// Importer for spans in Jaeger's JSON.
@NullMarked
package traceglass.ingest.spans.jaeger;

import org.jspecify.annotations.NullMarked;
