package traceglass.ingest.nativeheap;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.collection.GrowingDoubles;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.store.names.StatNames;

/// Imports profiles of Valgrind's DHAT and of the Rust crate `dhat`, version 2 of the format: totals by callstack,
/// with the frames listed at the end. Source: `dhat/dh_main.c` of Valgrind.
public final class DhatImporter implements Importer {

    private static final int MAX_FRAMES = 1 << 24;

    @Override
    public String id() {
        return "dhat";
    }

    @Override
    public String displayName() {
        return "DHAT profile";
    }

    @Override
    public int priority() {
        return 103;
    }

    @Override
    public boolean sniff(byte[] head) {
        return JsonHead.of(head).has("dhatFileVersion");
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        Profile profile = new Profile();
        try (JsonParser in = JsonStream.open(input)) {
            if (in.nextToken() == JsonToken.START_OBJECT) {
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    String key = in.currentName();
                    JsonToken value = in.nextToken();
                    if (key.equals("pps") && value == JsonToken.START_ARRAY) {
                        profile.readPoints(in);
                    } else if (key.equals("ftbl") && value == JsonToken.START_ARRAY) {
                        profile.readFrames(in, context);
                    } else if (value.isScalarValue()) {
                        profile.properties.put(key, in.getText());
                    } else {
                        in.skipChildren();
                    }
                }
            }
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.NATIVE_HEAP_TRUNCATED, input.position(), null);
        }
        profile.write(context);
    }

    /// Program points (allocation callstacks) and the quantities measured at each of them.
    private static final class Profile {

        final Map<String, String> properties = new LinkedHashMap<>();
        private final Map<String, GrowingDoubles> values = new LinkedHashMap<>();
        private final GrowingInts stacks = new GrowingInts();
        private final GrowingInts stackEnds = new GrowingInts();
        private GrowingInts frames = new GrowingInts();
        private ValgrindFrames names;

        void readPoints(JsonParser in) throws IOException {
            while (in.nextToken() != null && in.currentToken() != JsonToken.END_ARRAY) {
                if (in.currentToken() != JsonToken.START_OBJECT) {
                    in.skipChildren();
                    continue;
                }
                int point = stackEnds.size();
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    String key = in.currentName();
                    JsonToken value = in.nextToken();
                    if (key.equals("fs") && value == JsonToken.START_ARRAY) {
                        while (in.nextToken() == JsonToken.VALUE_NUMBER_INT) {
                            stacks.add(in.getIntValue());
                        }
                    } else if (value.isNumeric() && key.length() <= 3) {
                        GrowingDoubles all = values.computeIfAbsent(key, k -> new GrowingDoubles());
                        while (all.size() < point) {
                            all.add(0);
                        }
                        all.add(in.getDoubleValue());
                    } else {
                        in.skipChildren();
                    }
                }
                stackEnds.add(stacks.size());
            }
        }

        void readFrames(JsonParser in, ImportContext context) throws IOException {
            names = new ValgrindFrames(context);
            while (in.nextToken() == JsonToken.VALUE_STRING && frames.size() < MAX_FRAMES) {
                frames.add(names.frame(in.getText()));
            }
        }

        void write(ImportContext context) {
            properties.forEach((key, value) -> context.metadata().setDynamic("dhat_" + key, value));
            if (names == null) {
                names = new ValgrindFrames(context);
            }
            int[] sites = new int[stackEnds.size()];
            int from = 0;
            for (int point = 0; point < sites.length; point++) {
                int to = stackEnds.get(point);
                int site = -1;
                // The innermost frame is first.
                for (int i = to - 1; i >= from; i--) {
                    int frame = stacks.get(i);
                    boolean isKnown = frame >= 0 && frame < frames.size();
                    site = names.callsite(site, isKnown ? frames.get(frame) : names.frame("[unknown]"));
                }
                sites[point] = site < 0 ? names.callsite(-1, names.frame("[root]")) : site;
                from = to;
            }
            AggregateProfiles profiles = new AggregateProfiles(context.storage());
            values.forEach((key, all) -> {
                String type = type(key);
                if (type == null) {
                    return;
                }
                String unit = key.endsWith("bk") || isAdHoc() ? "count" : key.equals("tl") ? "instructions" : "bytes";
                int row = profiles.profile("dhat_file", "DHAT " + type.replace('_', ' '), type, unit);
                for (int point = 0; point < Math.min(all.size(), sites.length); point++) {
                    if (all.get(point) > 0) {
                        profiles.add(row, sites[point], all.get(point));
                    }
                }
            });
        }

        private boolean isAdHoc() {
            return "ad-hoc".equals(properties.get("mode"));
        }

        /// Returns the type of the quantity with this key; null if it cannot be added up over stacks.
        private String type(String key) {
            boolean isAdHoc = isAdHoc();
            boolean isCopyMode = "copy".equals(properties.get("mode"));
            return switch (key) {
                case "tb" -> isAdHoc ? "units" : isCopyMode ? "copied" : "allocated";
                case "tbk" -> isAdHoc ? "events" : isCopyMode ? "copies" : "allocations";
                case "gb" -> "heap_at_peak";
                case "gbk" -> "blocks_at_peak";
                case "eb" -> "not_released";
                case "ebk" -> "blocks_not_released";
                case "tl" -> "lifetimes";
                case "rb" -> "read";
                case "wb" -> "written";
                default -> null;
            };
        }
    }
}
