package traceglass.ingest.gecko;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongIntMap;

/// Names of functions in a file next to a profile (`profile.json.syms.json`), which samply writes with
/// `--unstable-presymbolicate` for profiles that have only addresses.
final class SamplySymbols {

    private final Map<String, Library> byId = new HashMap<>();
    private final Map<String, Library> byName = new HashMap<>();

    /// Symbols of a library.
    private static final class Library {
        List<String> strings;
        String name = "";
        String id = "";
        /// Row in [#readSymbols] by address.
        final LongIntMap rowOfAddress = new LongIntMap();
        final List<Symbol> symbols = new ArrayList<>();
        private TreeMap<Long, Symbol> byAddress;

        String find(long address) {
            int row = rowOfAddress.get(address);
            Symbol symbol = row >= 0 && row < symbols.size() ? symbols.get(row) : findContaining(address);
            return symbol == null ? null : GeckoThread.string(strings, symbol.name);
        }

        private Symbol findContaining(long address) {
            if (byAddress == null) {
                byAddress = new TreeMap<>();
                symbols.forEach(s -> byAddress.put(s.address, s));
            }
            Map.Entry<Long, Symbol> floor = byAddress.floorEntry(address);
            return floor != null && address < floor.getKey() + floor.getValue().size ? floor.getValue() : null;
        }
    }

    private record Symbol(long address, long size, int name) {}

    static SamplySymbols of(ImportContext context) {
        return context.session().shared(SamplySymbols.class, s -> new SamplySymbols());
    }

    boolean isEmpty() {
        return byName.isEmpty();
    }

    /// Returns the name of the function at an address of a library, or null.
    ///
    /// @param id id in the form of Breakpad: a UUID without hyphens, followed by an age
    String find(String debugName, String id, long address) {
        Library library = byId.get(id.toUpperCase(Locale.ROOT));
        library = library == null ? byName.get(debugName) : library;
        return library == null ? null : library.find(address);
    }

    /// Reads a file. The symbols before an error are kept.
    void read(JsonParser in) throws IOException {
        List<String> strings = new ArrayList<>();
        if (in.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            JsonToken value = in.nextToken();
            if (key.equals("string_table") && value == JsonToken.START_ARRAY) {
                strings.addAll(GeckoValues.readStrings(in));
            } else if (key.equals("data") && value == JsonToken.START_ARRAY) {
                for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
                    if (t == JsonToken.START_OBJECT) {
                        readLibrary(in, strings);
                    } else {
                        in.skipChildren();
                    }
                }
            } else {
                in.skipChildren();
            }
        }
    }

    private void readLibrary(JsonParser in, List<String> strings) throws IOException {
        Library library = new Library();
        library.strings = strings;
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            JsonToken value = in.nextToken();
            switch (key) {
                case "debug_name" -> library.name = orEmpty(GeckoValues.readText(in, value));
                case "debug_id" -> library.id = orEmpty(GeckoValues.readText(in, value));
                case "symbol_table" -> readSymbols(in, value, library);
                case "known_addresses" -> readAddresses(in, value, library);
                default -> in.skipChildren();
            }
        }
        String id = library.id.replace("-", "").toUpperCase(Locale.ROOT);
        byId.put(id, library);
        // This file omits an age of 0, but profiles include it.
        byId.put(id + "0", library);
        byName.put(library.name, library);
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }

    private static void readSymbols(JsonParser in, JsonToken value, Library library) throws IOException {
        if (value != JsonToken.START_ARRAY) {
            in.skipChildren();
            return;
        }
        for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
            double address = 0;
            double size = 1;
            double name = -1;
            if (t == JsonToken.START_OBJECT) {
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    String key = in.currentName();
                    JsonToken member = in.nextToken();
                    switch (key) {
                        case "rva" -> address = GeckoValues.readAnyNumber(in, member);
                        case "size" -> size = GeckoValues.readAnyNumber(in, member);
                        case "symbol" -> name = GeckoValues.readAnyNumber(in, member);
                        default -> in.skipChildren();
                    }
                }
            } else {
                in.skipChildren();
            }
            library.symbols.add(new Symbol((long) address, (long) size, name >= 0 ? (int) name : -1));
        }
    }

    /// Reads pairs of an address and the row of its symbol.
    private static void readAddresses(JsonParser in, JsonToken value, Library library) throws IOException {
        if (value != JsonToken.START_ARRAY) {
            in.skipChildren();
            return;
        }
        for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
            if (t != JsonToken.START_ARRAY) {
                in.skipChildren();
                continue;
            }
            double address = GeckoValues.readAnyNumber(in, in.nextToken());
            if (in.currentToken() == JsonToken.END_ARRAY) {
                continue;
            }
            double row = GeckoValues.readAnyNumber(in, in.nextToken());
            if (address >= 0 && row >= 0 && row <= Integer.MAX_VALUE) {
                library.rowOfAddress.put((long) address, (int) row);
            }
            while (in.currentToken() != JsonToken.END_ARRAY && in.nextToken() != JsonToken.END_ARRAY) {
                in.skipChildren();
            }
        }
    }
}
