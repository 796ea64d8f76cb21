package traceglass.ingest.collapsed;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.store.names.StatNames;

/// Converts lines of collapsed stacks to an aggregate profile, or to two if each line has two values.
final class CollapsedReader {

    private static final String SCOPE = "collapsed_stack_file";
    /// Kinds of code, by the suffixes that profilers append to names.
    private static final Map<String, String> TYPES =
            Map.of("_[k]", "kernel", "_[i]", "inlined", "_[j]", "jit", "_[0]", "interpreted", "_[1]", "jit");
    private static final int SUFFIX_LENGTH = 4;

    private final ImportContext context;
    private final StackProfiles.Mapping mapping;
    private final AggregateProfiles profiles;
    private final boolean isComparison;
    private int firstProfile = -1;
    private int secondProfile = -1;
    private final Map<String, Integer> frames = new HashMap<>();
    private String lastStack = "";
    /// Ends of the frames of the last stack, and their callsites.
    private final GrowingInts ends = new GrowingInts();
    private final GrowingInts sites = new GrowingInts();

    /// @param isComparison whether each line has two values, of the profiles before and after a change
    CollapsedReader(ImportContext context, boolean isComparison) {
        this.context = context;
        this.isComparison = isComparison;
        mapping = context.stackProfiles().dummy("[collapsed_stack]");
        profiles = new AggregateProfiles(context.storage());
    }

    /// Returns whether the first lines each have two values, as written by difffolded.pl of FlameGraph.
    static boolean isComparison(byte[] head) {
        int lines = 0;
        try (TextLines text = new TextLines(new ByteArrayInputStream(head))) {
            String next = text.next();
            while (next != null) {
                String line = next;
                next = text.next();
                boolean mayBeTruncated = next == null && head.length >= TraceInput.MAX_HEAD_BYTES;
                if (CollapsedLine.isBlankOrComment(line) || mayBeTruncated) {
                    continue;
                }
                CollapsedLine after = CollapsedLine.parse(line);
                if (after == null || CollapsedLine.parse(after.stack()) == null) {
                    return false;
                }
                lines++;
            }
        } catch (IOException e) {
            return false;
        }
        return lines > 0;
    }

    /// @param position position in the input, for error reports
    void read(String line, long position) {
        if (CollapsedLine.isBlankOrComment(line)) {
            return;
        }
        if (firstProfile < 0) {
            addProfiles();
        }
        CollapsedLine last = CollapsedLine.parse(line);
        CollapsedLine before = isComparison && last != null ? CollapsedLine.parse(last.stack()) : last;
        if (before == null || before.value() <= 0 && last.value() <= 0) {
            context.logs().recordAt(StatNames.COLLAPSED_STACK_LINE_WITHOUT_COUNT, position, null);
            return;
        }
        int callsite = callsite(before.stack());
        if (callsite < 0) {
            context.logs().recordAt(StatNames.COLLAPSED_STACK_LINE_WITHOUT_COUNT, position, null);
            return;
        }
        if (before.value() > 0) {
            profiles.add(firstProfile, callsite, before.value());
        }
        if (isComparison && last.value() > 0) {
            profiles.add(secondProfile, callsite, last.value());
        }
    }

    private void addProfiles() {
        if (isComparison) {
            firstProfile = profiles.profile(SCOPE, "collapsed_stack samples before", "samples before", "count");
            secondProfile = profiles.profile(SCOPE, "collapsed_stack samples after", "samples after", "count");
        } else {
            firstProfile = profiles.profile(SCOPE, "collapsed_stack samples", "samples", "count");
        }
    }

    /// Returns the callsite of the innermost frame, or -1 if all frames are empty. Continues from the frames
    /// that the stack shares with the previous one, because most files are sorted.
    private int callsite(String stack) {
        int common = commonLength(stack);
        while (ends.size() > 0 && ends.get(ends.size() - 1) > common) {
            ends.removeLast();
            sites.removeLast();
        }
        int callsite = sites.size() == 0 ? -1 : sites.get(sites.size() - 1);
        for (int from = ends.size() == 0 ? 0 : ends.get(ends.size() - 1) + 1; from <= stack.length(); ) {
            int end = stack.indexOf(';', from);
            end = end < 0 ? stack.length() : end;
            if (end > from) {
                callsite = context.stackProfiles()
                        .callsite(callsite, frames.computeIfAbsent(stack.substring(from, end), this::frame));
            }
            ends.add(end);
            sites.add(callsite);
            from = end + 1;
        }
        lastStack = stack;
        return callsite;
    }

    /// Returns the length of the prefix, in whole frames, that the stack shares with the previous one.
    private int commonLength(String stack) {
        int limit = Math.min(stack.length(), lastStack.length());
        int i = 0;
        while (i < limit && stack.charAt(i) == lastStack.charAt(i)) {
            i++;
        }
        boolean areFrames = (i == stack.length() || stack.charAt(i) == ';')
                && (i == lastStack.length() || lastStack.charAt(i) == ';');
        return areFrames ? i : stack.lastIndexOf(';', i - 1);
    }

    private int frame(String name) {
        int frame = mapping.dummyFrame(context.strings().intern(name), -1, -1);
        String type = name.endsWith("]") && name.length() > SUFFIX_LENGTH
                ? TYPES.get(name.substring(name.length() - SUFFIX_LENGTH))
                : null;
        if (type != null) {
            context.stackProfiles().setFrameType(frame, context.strings().intern(type));
        }
        return frame;
    }
}
