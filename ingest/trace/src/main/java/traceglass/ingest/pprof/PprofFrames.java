package traceglass.ingest.pprof;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Converts the mappings, functions and locations of a profile to mappings, frames and symbols. Their ids may be sparse
/// and large.
final class PprofFrames {

    private static final String UNKNOWN = "[unknown]";
    private static final int MAX_UNKNOWN_MAPPINGS = 10_000;

    private final ImportContext context;
    private final PprofMessages messages;
    private final LongMap<StackProfiles.Mapping> mappings = new LongMap<>();
    private final LongMap<Function> functions = new LongMap<>();
    private final Table frameTable;
    private final Table symbols;
    private StackProfiles.Mapping lastUnknown;
    private int unknownMappings;

    /// @param nameId string id of the name
    /// @param fileId string id of the source file; [StringPool#NULL] if unknown
    /// @param startLine first line; 0 if unknown
    private record Function(int nameId, int fileId, long startLine) {}

    PprofFrames(ImportContext context, PprofMessages messages) {
        this.context = context;
        this.messages = messages;
        frameTable = context.storage().table(TableNames.StackProfileFrame.TABLE);
        symbols = context.storage().table(TableNames.StackProfileSymbol.TABLE);
    }

    private int stringId(long index) {
        String text = messages.string(index);
        return text == null ? StringPool.NULL : context.strings().intern(text);
    }

    void readMappings() {
        ProtoCursor c = new ProtoCursor();
        for (byte[] message : messages.messages(PprofFields.PROFILE_MAPPING)) {
            long id = 0;
            long start = 0;
            long limit = 0;
            long offset = 0;
            String name = UNKNOWN;
            String buildId = "";
            for (c.enter(message, 0, message.length); c.next(); ) {
                switch (c.field()) {
                    case PprofFields.MAPPING_ID -> id = c.asLong();
                    case PprofFields.MAPPING_START -> start = c.asLong();
                    case PprofFields.MAPPING_LIMIT -> limit = c.asLong();
                    case PprofFields.MAPPING_OFFSET -> offset = c.asLong();
                    case PprofFields.MAPPING_FILENAME -> name = text(c.asLong());
                    case PprofFields.MAPPING_BUILD_ID -> buildId = text(c.asLong());
                    default -> {}
                }
            }
            if (id != 0) {
                mappings.put(
                        id,
                        context.stackProfiles()
                                .mapping(new StackProfiles.MappingParams(
                                        name, buildIdHex(buildId), start, limit, offset, 0, 0)));
            }
        }
    }

    private String text(long index) {
        String text = messages.string(index);
        return text == null ? "" : text;
    }

    /// Returns a build id in hexadecimal. The profile contains it as a string, which usually is hexadecimal
    /// already, but not in Go.
    private static String buildIdHex(String text) {
        boolean isHex = text.length() % 2 == 0 && text.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80);
        return isHex ? text.toLowerCase(Locale.ROOT) : StackProfiles.buildIdHex(text.getBytes(StandardCharsets.UTF_8));
    }

    void readFunctions() {
        ProtoCursor c = new ProtoCursor();
        for (byte[] message : messages.messages(PprofFields.PROFILE_FUNCTION)) {
            long id = 0;
            int name = context.strings().intern(UNKNOWN);
            int file = StringPool.NULL;
            long line = 0;
            for (c.enter(message, 0, message.length); c.next(); ) {
                switch (c.field()) {
                    case PprofFields.FUNCTION_ID -> id = c.asLong();
                    case PprofFields.FUNCTION_NAME -> name = stringId(c.asLong());
                    case PprofFields.FUNCTION_FILENAME -> file = stringId(c.asLong());
                    case PprofFields.FUNCTION_START_LINE -> line = c.asLong();
                    default -> {}
                }
            }
            if (id != 0) {
                functions.put(id, new Function(name, file, line));
            }
        }
    }

    /// Adds the frames and returns their rows by location id.
    LongIntMap readLocations() {
        LongIntMap frames = new LongIntMap();
        ProtoCursor c = new ProtoCursor();
        int count = 0;
        for (byte[] message : messages.messages(PprofFields.PROFILE_LOCATION)) {
            if ((++count & 0xfff) == 0) {
                context.progress().check();
            }
            long id = 0;
            long mappingId = 0;
            long address = 0;
            for (c.enter(message, 0, message.length); c.next(); ) {
                switch (c.field()) {
                    case PprofFields.LOCATION_ID -> id = c.asLong();
                    case PprofFields.LOCATION_MAPPING -> mappingId = c.asLong();
                    case PprofFields.LOCATION_ADDRESS -> address = c.asLong();
                    default -> {}
                }
            }
            if (id != 0) {
                StackProfiles.Mapping existing = mappings.get(mappingId);
                frames.put(id, frame(message, existing, address));
            }
        }
        return frames;
    }

    /// Adds the frame of a location. It is named after the location's first function, which is the innermost
    /// inlined one.
    private int frame(byte[] location, StackProfiles.Mapping known, long address) {
        StackProfiles.Mapping mapping = known == null ? unknownMapping() : known;
        long start = mapping.params().start();
        long relPc = start != 0 && Long.compareUnsigned(address, start) >= 0 ? address - start : address;
        ProtoCursor c = new ProtoCursor();
        ProtoCursor line = new ProtoCursor();
        int name = context.strings().intern(UNKNOWN);
        for (c.enter(location, 0, location.length); c.next(); ) {
            if (c.field() == PprofFields.LOCATION_LINE
                    && line.enter(c).seek(PprofFields.LINE_FUNCTION)
                    && functions.containsKey(line.asLong())) {
                name = functions.get(line.asLong()).nameId;
                break;
            }
        }
        int before = frameTable.rowCount();
        int frame = mapping.frame(relPc, name, -1, -1);
        if (frameTable.rowCount() > before) {
            addSymbols(frame, location);
        }
        return frame;
    }

    /// Returns a mapping for a location without one. As in trace processor, each such location has its own mapping,
    /// unless there are too many.
    private StackProfiles.Mapping unknownMapping() {
        if (unknownMappings < MAX_UNKNOWN_MAPPINGS) {
            unknownMappings++;
            lastUnknown = context.stackProfiles().dummy(UNKNOWN);
        }
        return lastUnknown;
    }

    private void addSymbols(int frame, byte[] location) {
        int set = symbols.rowCount();
        ProtoCursor c = new ProtoCursor();
        ProtoCursor line = new ProtoCursor();
        for (c.enter(location, 0, location.length); c.next(); ) {
            if (c.field() != PprofFields.LOCATION_LINE) {
                continue;
            }
            long function = 0;
            long number = 0;
            for (line.enter(c); line.next(); ) {
                function = line.field() == PprofFields.LINE_FUNCTION ? line.asLong() : function;
                number = line.field() == PprofFields.LINE_LINE ? line.asLong() : number;
            }
            Function f = functions.get(function);
            if (f != null) {
                addSymbol(set, f, number > 0 ? number : f.startLine);
            }
        }
        int added = symbols.rowCount();
        if (added > set) {
            context.stackProfiles().setSymbols(frame, set);
            for (int row = set; row < added; row++) {
                symbols.longs(TableNames.StackProfileSymbol.INLINED).set(row, row < added - 1 ? 1 : 0);
            }
        }
    }

    private void addSymbol(int set, Function f, long number) {
        int row = symbols.addRow();
        symbols.longs(TableNames.StackProfileSymbol.SYMBOL_SET_ID).set(row, set);
        symbols.strings(TableNames.StackProfileSymbol.NAME).set(row, f.nameId);
        symbols.strings(TableNames.StackProfileSymbol.SOURCE_FILE).set(row, f.fileId);
        if (number > 0) {
            symbols.longs(TableNames.StackProfileSymbol.LINE_NUMBER).set(row, number);
        }
    }
}
