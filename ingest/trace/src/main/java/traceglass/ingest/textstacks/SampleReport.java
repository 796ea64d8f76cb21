package traceglass.ingest.textstacks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.ingest.tracker.stack.StackProfiles.MappingParams;

/// Reads reports of `sample` on macOS, which Activity Monitor also writes: a call graph for each thread, then the
/// address ranges of the libraries. A thread is shown as the outermost frame of its stacks.
final class SampleReport implements StackGrammar {

    private static final Pattern PROCESS = Pattern.compile("(?:Analysis of sampling|Sampling process)"
            + " (.+?)(?: \\(pid (\\d{1,9})\\))?(?: every (\\S+) (\\w+))?(?: for .*)?");
    private static final Pattern NODE = Pattern.compile("([ +!:|]*)(\\d{1,12}) {1,2}(\\S.*)");
    private static final Pattern LOCATION =
            Pattern.compile("(?: {2}load address (0x[0-9a-fA-F]{1,16}) \\+ (0x[0-9a-fA-F]{1,15}))?(?: \\+ [\\d,.]+)?"
                    + "(?: {2}\\[0x([0-9a-fA-F]{1,16})[^\\]]*\\])?(?: {2}(\\S.*):(\\d{1,9}))?.*");
    private static final Pattern IMAGE =
            Pattern.compile("\\s*0x([0-9a-fA-F]{1,16}) -\\s+0x([0-9a-fA-F]{1,16})\\s+.*?<([0-9A-Fa-f-]+)>\\s+(\\S.*)");
    private static final String IN = "  (in ";

    private final StackProfileWriter writer;
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Image> images = new HashMap<>();
    private Section section = Section.HEADER;

    private enum Section {
        HEADER,
        GRAPH,
        AFTER_GRAPH,
        IMAGES
    }

    /// A line of the call graph.
    private record Node(int column, long count, String name, String library, long address, String file, long line) {}

    private record Image(String path, String uuid, long start, long end) {}

    SampleReport(StackProfileWriter writer) {
        this.writer = writer;
    }

    @Override
    public boolean read(String line) {
        if (line.isBlank()) {
            return true;
        }
        if (line.startsWith("Call graph:")) {
            section = Section.GRAPH;
        } else if (line.startsWith("Total number in stack") || line.startsWith("Sort by top of stack")) {
            section = Section.AFTER_GRAPH;
        } else if (line.startsWith("Binary Images:")) {
            section = Section.IMAGES;
        } else if (section == Section.HEADER) {
            readHeader(line);
        } else if (section == Section.GRAPH) {
            return readNode(line);
        } else if (section == Section.IMAGES) {
            readImage(line);
        }
        return true;
    }

    private void readHeader(String line) {
        Matcher m = PROCESS.matcher(line.strip());
        int colon = line.indexOf(':');
        if (m.matches()) {
            if (m.group(2) != null) {
                int upid = writer.context().processes().process(Long.parseLong(m.group(2)));
                writer.context()
                        .processes()
                        .setProcessName(
                                upid, writer.context().strings().intern(m.group(1)), NamePriority.OfProcess.OTHER);
            }
        } else if (colon > 0 && colon + 1 < line.length()) {
            String key =
                    line.substring(0, colon).strip().toLowerCase(Locale.ROOT).replaceAll("\\W+", "_");
            writer.context()
                    .metadata()
                    .setDynamic("sample_" + key, line.substring(colon + 1).strip());
        }
    }

    private boolean readNode(String line) {
        Matcher m = NODE.matcher(line);
        if (!m.matches()) {
            return false;
        }
        int column = m.end(1);
        long count = Long.parseLong(m.group(2));
        String text = m.group(3);
        int in = text.lastIndexOf(IN);
        int close = in < 0 ? -1 : text.indexOf(')', in);
        if (close < 0) {
            nodes.add(new Node(column, count, text.strip().replaceAll("\\s+", " "), null, 0, null, -1));
            return true;
        }
        String name = text.substring(0, in).strip();
        String library = text.substring(in + IN.length(), close);
        Matcher location = LOCATION.matcher(text.substring(close + 1));
        long address = 0;
        String file = null;
        long number = -1;
        if (location.matches()) {
            // Functions without a name are distinguished by their offset in the library.
            name = name.equals("???") && location.group(2) != null ? library + "+" + location.group(2) : name;
            address = location.group(3) == null ? 0 : Long.parseUnsignedLong(location.group(3), 16);
            file = location.group(4);
            number = location.group(5) == null ? -1 : Long.parseLong(location.group(5));
        }
        nodes.add(new Node(column, count, name, library, address, file, number));
        return true;
    }

    private void readImage(String line) {
        Matcher m = IMAGE.matcher(line);
        if (m.matches()) {
            String path = m.group(4).strip();
            images.putIfAbsent(
                    path.substring(path.lastIndexOf('/') + 1),
                    new Image(
                            path,
                            m.group(3).replace("-", "").toLowerCase(Locale.ROOT),
                            Long.parseUnsignedLong(m.group(1), 16),
                            Long.parseUnsignedLong(m.group(2), 16)));
        }
    }

    @Override
    public boolean finish() {
        StackTree tree = new StackTree(writer, writer.profile("samples", "count"));
        for (Node node : nodes) {
            tree.add(node.column, node.count, StackTree.FROM_CALLEES, frame(node));
        }
        tree.finish();
        return section == Section.AFTER_GRAPH || section == Section.IMAGES;
    }

    private int frame(Node node) {
        Image image = node.library == null ? null : images.get(node.library);
        boolean isInside = image != null
                && Long.compareUnsigned(image.start, node.address) <= 0
                && Long.compareUnsigned(node.address, image.end) <= 0;
        if (!isInside) {
            String library = image == null ? node.library : image.path;
            return writer.frames().frame(library, node.name, node.file, node.line);
        }
        StackProfiles.Mapping mapping = writer.context()
                .stackProfiles()
                .mapping(new MappingParams(image.path, image.uuid, image.start, image.end + 1, 0, 0, 0));
        int file = node.file == null ? -1 : writer.context().strings().intern(node.file);
        return mapping.frame(
                node.address - image.start, writer.context().strings().intern(node.name), file, node.line);
    }
}
