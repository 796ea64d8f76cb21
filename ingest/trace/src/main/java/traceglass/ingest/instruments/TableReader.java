package traceglass.ingest.instruments;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.store.names.StatNames;

/// Reads the rows of the tables in a file. An element has an id at its first occurrence; later occurrences anywhere in
/// the file only refer to that id.
final class TableReader {

    /// Deeper elements are ignored; real rows nest about six levels.
    private static final int MAX_DEPTH = 64;
    /// Longer texts are truncated.
    private static final int MAX_TEXT_CHARS = 16 << 20;

    private final ImportContext context;
    private final Rows rows;
    private final LongMap<Cell> byId = new LongMap<>();
    private InstrumentsSchema schema = new InstrumentsSchema("");
    private long count;

    /// Receives the rows.
    interface Rows {

        /// @param cells cells in column order; null for missing values
        void onRow(InstrumentsSchema schema, List<Cell> cells);

        /// Receives a row whose values are attributes.
        ///
        /// @param cells elements of the row, such as its callstack
        void onDetail(Map<String, String> attributes, List<Cell> cells);
    }

    TableReader(ImportContext context, Rows rows) {
        this.context = context;
        this.rows = rows;
    }

    /// Returns the number of rows read so far.
    long count() {
        return count;
    }

    /// Reads all tables.
    void read(XMLStreamReader in) throws XMLStreamException {
        while (in.hasNext()) {
            if (in.next() != XMLStreamConstants.START_ELEMENT) {
                continue;
            }
            if (in.getLocalName().equals("schema")) {
                readSchema(in);
            } else if (in.getLocalName().equals("row")) {
                readRow(in);
            }
        }
    }

    private void readSchema(XMLStreamReader in) throws XMLStreamException {
        String name = in.getAttributeValue(null, "name");
        schema = new InstrumentsSchema(name == null ? "" : name);
        String mnemonic = "";
        String title = "";
        String type = "";
        StringBuilder text = new StringBuilder();
        while (in.hasNext()) {
            switch (in.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    text.setLength(0);
                    if (in.getLocalName().equals("col")) {
                        mnemonic = "";
                        title = "";
                        type = "";
                    }
                }
                case XMLStreamConstants.CHARACTERS -> {
                    if (text.length() < MAX_TEXT_CHARS) {
                        text.append(in.getText());
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    switch (in.getLocalName()) {
                        case "mnemonic" -> mnemonic = text.toString().strip();
                        case "name" -> title = text.toString().strip();
                        case "engineering-type" -> type = text.toString().strip();
                        case "col" -> schema.columns.add(new InstrumentsSchema.Column(mnemonic, title, type));
                        case "schema" -> {
                            return;
                        }
                        default -> {}
                    }
                }
                default -> {}
            }
        }
    }

    private void readRow(XMLStreamReader in) throws XMLStreamException {
        Map<String, String> attributes = readAttributes(in);
        List<Cell> cells = new ArrayList<>(schema.columns.size());
        Deque<Cell> open = new ArrayDeque<>();
        int ignored = 0;
        StringBuilder text = new StringBuilder();
        while (in.hasNext()) {
            int event = in.next();
            if (event == XMLStreamConstants.CHARACTERS) {
                int room = MAX_TEXT_CHARS - text.length();
                text.append(in.getTextCharacters(), in.getTextStart(), Math.min(room, in.getTextLength()));
            } else if (event == XMLStreamConstants.START_ELEMENT) {
                text.setLength(0);
                if (ignored > 0 || open.size() >= MAX_DEPTH) {
                    ignored++;
                    continue;
                }
                Cell cell = start(in);
                if (open.isEmpty()) {
                    cells.add(cell.tag.equals("sentinel") ? null : cell);
                } else if (!open.peek().tag.equals("sentinel")) {
                    open.peek().add(cell);
                }
                open.push(cell);
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                if (ignored > 0) {
                    ignored--;
                } else if (open.isEmpty()) {
                    count++;
                    if (DetailRows.isDetail(attributes)) {
                        rows.onDetail(attributes, cells);
                    } else {
                        rows.onRow(schema, cells);
                    }
                    return;
                } else {
                    end(open.pop(), text);
                }
                text.setLength(0);
            }
        }
    }

    private static Map<String, String> readAttributes(XMLStreamReader in) {
        int count = in.getAttributeCount();
        if (count == 0) {
            return Map.of();
        }
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            attributes.put(in.getAttributeLocalName(i), in.getAttributeValue(i));
        }
        return attributes;
    }

    private Cell start(XMLStreamReader in) {
        String tag = in.getLocalName();
        // Looked up by index for speed: most elements of a file are references.
        boolean isRef =
                in.getAttributeCount() > 0 && in.getAttributeLocalName(0).equals("ref");
        String ref = isRef ? in.getAttributeValue(0) : in.getAttributeValue(null, "ref");
        if (ref != null) {
            Cell existing = byId.get(parseId(ref));
            if (existing != null && existing.tag.equals(tag)) {
                return existing;
            }
            context.stats().increment(StatNames.INSTRUMENTS_UNKNOWN_REFERENCE);
            return new Cell(tag);
        }
        Cell cell = new Cell(tag);
        cell.displayText = in.getAttributeValue(null, "fmt");
        switch (tag) {
            case "binary" -> cell.object = readBinary(in);
            case "frame" -> {
                String name = in.getAttributeValue(null, "name");
                cell.object = new Cell.Frame(
                        parseHex(in.getAttributeValue(null, "addr")), name == null ? "" : name, null, null, 0);
            }
            // The line of the source file; the file's path is a child element.
            case "source" -> cell.setText(orEmpty(in.getAttributeValue(null, "line")));
            default -> {}
        }
        String id = in.getAttributeValue(null, "id");
        if (id != null) {
            byId.put(parseId(id), cell);
        }
        return cell;
    }

    private static Cell.Binary readBinary(XMLStreamReader in) {
        Cell.Binary binary = new Cell.Binary();
        String path = in.getAttributeValue(null, "path");
        binary.path = orEmpty(path == null ? in.getAttributeValue(null, "name") : path);
        binary.uuidHex =
                orEmpty(in.getAttributeValue(null, "UUID")).replace("-", "").toLowerCase(Locale.ROOT);
        binary.load = parseHex(in.getAttributeValue(null, "load-addr"));
        binary.max = binary.load;
        return binary;
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }

    private static long parseId(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static long parseHex(String text) {
        try {
            return text == null ? 0 : Long.parseUnsignedLong(text.startsWith("0x") ? text.substring(2) : text, 16);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static void end(Cell cell, StringBuilder text) {
        switch (cell.tag) {
            case "frame" -> readFrame(cell);
            case "backtrace", "text-backtrace", "tagged-backtrace" -> readBacktrace(cell);
            case "kperf-bt" -> readAddresses(cell);
            case "source", "binary", "sentinel" -> {}
            default -> {
                if (cell.number() == Cell.NONE && cell.text() == null && !text.isEmpty()) {
                    cell.setText(text.toString());
                }
            }
        }
    }

    private static void readFrame(Cell cell) {
        if (!(cell.object instanceof Cell.Frame f) || cell.parts().isEmpty()) {
            return;
        }
        Cell binaryCell = cell.part("binary");
        Cell source = cell.part("source");
        Cell path = source == null ? null : source.part("path");
        Cell.Binary binary = binaryCell != null && binaryCell.object instanceof Cell.Binary b ? b : null;
        if (binary != null && Long.compareUnsigned(f.address(), binary.max) > 0) {
            binary.max = f.address();
        }
        cell.object = new Cell.Frame(
                f.address(),
                f.name(),
                binary,
                path == null ? null : path.text(),
                source == null || source.number() == Cell.NONE ? 0 : source.number());
        cell.dropParts();
    }

    private static void readBacktrace(Cell cell) {
        if (cell.object != null) {
            return;
        }
        List<Cell.Frame> frames = new ArrayList<>();
        for (Cell part : cell.parts()) {
            if (part.object instanceof Cell.Frame f) {
                frames.add(f);
            } else if (part.object instanceof Cell.Backtrace inner) {
                frames.addAll(inner.frames);
            }
        }
        cell.object = new Cell.Backtrace(List.copyOf(frames));
        cell.dropParts();
    }

    /// Creates the callstack of a sampler without symbols: the address of the sample, then the addresses of the
    /// callers as a list.
    private static void readAddresses(Cell cell) {
        if (cell.object != null) {
            return;
        }
        List<Cell.Frame> frames = new ArrayList<>();
        Cell pc = cell.part("text-address");
        if (pc != null && pc.number() != Cell.NONE) {
            frames.add(address(pc.number()));
        }
        Cell callers = cell.part("text-addresses");
        if (callers != null && callers.text() != null) {
            for (String word : callers.text().split("\\s+")) {
                try {
                    frames.add(address(Long.parseUnsignedLong(word)));
                } catch (NumberFormatException e) {
                    // Words that are not addresses are ignored.
                }
            }
        }
        cell.object = new Cell.Backtrace(List.copyOf(frames));
    }

    private static Cell.Frame address(long address) {
        return new Cell.Frame(address, "0x" + Long.toHexString(address), null, null, 0);
    }
}
