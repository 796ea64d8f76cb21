package traceglass.ingest.pprof;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.protos.foreign.pprof.FunctionDecoder;
import traceglass.protos.foreign.pprof.LineDecoder;
import traceglass.protos.foreign.pprof.LocationDecoder;
import traceglass.protos.foreign.pprof.PprofMappingDecoder;
import traceglass.protos.foreign.pprof.Profile;
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
    private final LineDecoder line = new LineDecoder();
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
        PprofMappingDecoder mapping = new PprofMappingDecoder();
        for (byte[] message : messages.messages(Profile.MAPPING_FIELD_NUMBER)) {
            mapping.decode(message, 0, message.length);
            if (mapping.id() != 0) {
                StackProfiles.MappingParams params = new StackProfiles.MappingParams(
                        mapping.hasFilename() ? text(mapping.filename()) : UNKNOWN,
                        buildIdHex(mapping.hasBuildId() ? text(mapping.buildId()) : ""),
                        mapping.memoryStart(),
                        mapping.memoryLimit(),
                        mapping.fileOffset(),
                        0,
                        0);
                mappings.put(mapping.id(), context.stackProfiles().mapping(params));
            }
        }
    }

    private String text(long index) {
        String text = messages.string(index);
        return text == null ? "" : text;
    }

    /// Returns a build id in hexadecimal. The profile contains it as a string, which is usually already
    /// hexadecimal, but not in Go.
    private static String buildIdHex(String text) {
        boolean isHex = text.length() % 2 == 0 && text.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80);
        return isHex ? text.toLowerCase(Locale.ROOT) : StackProfiles.buildIdHex(text.getBytes(StandardCharsets.UTF_8));
    }

    void readFunctions() {
        FunctionDecoder function = new FunctionDecoder();
        for (byte[] message : messages.messages(Profile.FUNCTION_FIELD_NUMBER)) {
            function.decode(message, 0, message.length);
            if (function.id() != 0) {
                int name = function.hasName()
                        ? stringId(function.name())
                        : context.strings().intern(UNKNOWN);
                int file = function.hasFilename() ? stringId(function.filename()) : StringPool.NULL;
                functions.put(function.id(), new Function(name, file, function.startLine()));
            }
        }
    }

    /// Adds the frames and returns their rows by location id.
    LongIntMap readLocations() {
        LongIntMap frames = new LongIntMap();
        LocationDecoder location = new LocationDecoder();
        int count = 0;
        for (byte[] message : messages.messages(Profile.LOCATION_FIELD_NUMBER)) {
            if ((++count & 0xfff) == 0) {
                context.progress().check();
            }
            location.decode(message, 0, message.length);
            if (location.id() != 0) {
                frames.put(location.id(), frame(location, mappings.get(location.mappingId())));
            }
        }
        return frames;
    }

    /// Adds the frame of a location. It is named after the location's first function, which is the innermost
    /// inlined one.
    private int frame(LocationDecoder location, StackProfiles.Mapping known) {
        StackProfiles.Mapping mapping = known == null ? unknownMapping() : known;
        long start = mapping.params().start();
        long address = location.address();
        long relPc = start != 0 && Long.compareUnsigned(address, start) >= 0 ? address - start : address;
        int name = context.strings().intern(UNKNOWN);
        for (int i = 0; i < location.lineCount(); i++) {
            Function function = functions.get(location.line(i, line).functionId());
            if (line.hasFunctionId() && function != null) {
                name = function.nameId;
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

    private void addSymbols(int frame, LocationDecoder location) {
        int set = symbols.rowCount();
        for (int i = 0; i < location.lineCount(); i++) {
            Function f = functions.get(location.line(i, line).functionId());
            if (f != null) {
                addSymbol(set, f, line.line() > 0 ? line.line() : f.startLine);
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
