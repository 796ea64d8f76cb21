package traceglass.convert.profile;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import traceglass.convert.format.Conversion;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.store.text.DisplayText;

/// Collapsed stacks, as read by flame graph scripts: a line `thread;root;…;leaf value` for each distinct stack.
///
/// The value is the number of samples. For a trace without samples, its first profile is written, such as the
/// unreleased bytes of a heap, without the thread.
public final class CollapsedConversion implements Conversion {

    @Override
    public String id() {
        return "collapsed";
    }

    @Override
    public String extension() {
        return "collapsed.txt";
    }

    @Override
    public String description() {
        return "callstack samples or a profile as collapsed stacks";
    }

    @Override
    public void convert(Request request, OutputStream out, ImportProgress progress, Consumer<String> notes)
            throws IOException, ConvertProblem {
        TraceRows rows = request.rows().open();
        ProfileStacks stacks = ProfileStacks.read(rows);
        Samples samples = new Samples(rows);
        List<Samples.Track> tracks = samples.tracks();
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        if (tracks.isEmpty()) {
            writeProfile(rows, stacks, writer, notes);
        } else {
            String source = tracks.getFirst().source();
            for (Samples.Track track : tracks) {
                if (track.source().equals(source)) {
                    TreeMap<Integer, Long> counts = new TreeMap<>();
                    samples.read(track, (ts, site) -> counts.merge(site, 1L, Long::sum));
                    write(clean(track.title()), counts, stacks, writer);
                    progress.check();
                }
            }
            long others = tracks.stream()
                    .filter(t -> !t.source().equals(source))
                    .mapToLong(Samples.Track::samples)
                    .sum();
            if (others > 0) {
                notes.accept(
                        "samples of profilers other than " + source + " were omitted: " + DisplayText.grouped(others));
            }
        }
        writer.flush();
    }

    private static void writeProfile(TraceRows rows, ProfileStacks stacks, Writer writer, Consumer<String> notes)
            throws IOException, ConvertProblem {
        List<UntimedProfiles.Profile> profiles = UntimedProfiles.profiles(rows);
        if (profiles.isEmpty()) {
            throw new ConvertProblem("the trace has no callstack samples and no profile");
        }
        TreeMap<Integer, Long> values = new TreeMap<>();
        rows.query(profiles.getFirst().sql(), c -> {
            while (c.next()) {
                values.put((int) c.getLong(0), Math.round(c.getDouble(1)));
            }
        });
        write("", values, stacks, writer);
        if (profiles.size() > 1) {
            notes.accept("only " + profiles.getFirst().name() + " was written, not the other values of the profile: "
                    + DisplayText.grouped(profiles.size() - 1));
        }
    }

    private static void write(String root, TreeMap<Integer, Long> values, ProfileStacks stacks, Writer writer)
            throws IOException {
        for (var entry : values.entrySet()) {
            StringBuilder line = new StringBuilder(root);
            List<ProfileFrame> stack = entry.getKey() < 0 ? List.of() : stacks.stack(entry.getKey());
            for (ProfileFrame f : stack.reversed()) {
                line.append(line.isEmpty() ? "" : ";").append(clean(f.function()));
            }
            if (!line.isEmpty()) {
                writer.write(
                        line.append(' ').append(entry.getValue()).append('\n').toString());
            }
        }
    }

    /// Replaces semicolons and line breaks, which separate frames and stacks.
    private static String clean(String name) {
        return name.replace(';', ':').replaceAll("\\p{Cntrl}", " ");
    }
}
