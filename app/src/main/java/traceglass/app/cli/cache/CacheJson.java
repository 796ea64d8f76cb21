package traceglass.app.cli.cache;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import traceglass.store.cache.StoreCache;

/// Writes lists of databases as JSON.
final class CacheJson {

    private CacheJson() {}

    /// @param name name of the list
    static void write(JsonGenerator out, Path folder, String name, List<StoreCache.Entry> entries) throws IOException {
        out.writeStartObject();
        out.writeStringField("folder", folder.toString());
        out.writeNumberField(
                "bytes", entries.stream().mapToLong(StoreCache.Entry::bytes).sum());
        out.writeArrayFieldStart(name);
        for (StoreCache.Entry e : entries) {
            out.writeStartObject();
            Path trace = e.trace();
            out.writeStringField("trace", trace == null ? null : trace.toString());
            out.writeStringField("file", e.file().toString());
            out.writeNumberField("bytes", e.bytes());
            out.writeStringField("created", e.created().toInstant().toString());
            out.writeStringField("last_used", e.lastUsed().toInstant().toString());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }
}
