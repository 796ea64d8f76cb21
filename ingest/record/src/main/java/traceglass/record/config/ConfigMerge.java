package traceglass.record.config;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.record.config.RecordSettings.GeneratedConfig;

/// Applies changes made in the form to a config written by hand. The form covers only part of such a config; the
/// difference between its result before and after the change is applied, and everything else stays as written.
final class ConfigMerge {

    private static final int NONE = -1;

    /// Identity of a data source in the form. Uses the buffer's id because buffer numbers differ between configs.
    private record Key(String name, String buffer) {}

    private final TraceConfig written;
    private final GeneratedConfig before;
    private final GeneratedConfig after;
    private final TraceConfig.Builder result;
    /// Index in the result of each of the form's buffers.
    private final Map<String, Integer> buffers = new HashMap<>();
    /// Buffers of the result that belong to exactly one of the form's buffers.
    private final Map<String, Integer> unshared = new LinkedHashMap<>();

    private ConfigMerge(TraceConfig written, GeneratedConfig before, GeneratedConfig after) {
        this.written = written;
        this.before = before;
        this.after = after;
        this.result = ((TraceConfig) merge(written, before.config(), after.config(), Set.of("buffers", "data_sources")))
                .toBuilder();
    }

    /// Returns the config with additional data sources.
    static TraceConfig with(TraceConfig config, List<DataSourceConfig> extra) {
        TraceConfig.Builder builder = config.toBuilder();
        extra.forEach(e -> builder.addDataSourcesBuilder().setConfig(e));
        return builder.build();
    }

    /// Returns the data sources of a config that the form does not have.
    static List<DataSourceConfig> extra(TraceConfig written, GeneratedConfig form) {
        int[] matches = matches(written, form);
        List<DataSourceConfig> extra = new ArrayList<>();
        for (int i = 0; i < written.getDataSourcesCount(); i++) {
            if (matches[i] == NONE) {
                extra.add(written.getDataSources(i).getConfig());
            }
        }
        return extra;
    }

    /// Applies the difference between the form's old and new result to the written config.
    ///
    /// @param extraBefore data sources of the written config that the form does not have
    /// @param extra the same data sources after the change
    static TraceConfig merge(
            TraceConfig written,
            GeneratedConfig before,
            List<DataSourceConfig> extraBefore,
            GeneratedConfig after,
            List<DataSourceConfig> extra) {
        return before.equals(after) && extraBefore.equals(extra)
                ? written
                : new ConfigMerge(written, before, after).mergeAll(extra);
    }

    /// Maps each data source of the config to its index in the form, or [#NONE]. If several have the same name, the
    /// first belongs to the form.
    private static int[] matches(TraceConfig written, GeneratedConfig form) {
        int[] matches = new int[written.getDataSourcesCount()];
        Arrays.fill(matches, NONE);
        for (int f = 0; f < form.config().getDataSourcesCount(); f++) {
            DataSourceConfig config = form.config().getDataSources(f).getConfig();
            DataSourceConfig content = config.toBuilder().clearTargetBuffer().build();
            int index = NONE;
            for (int i = 0; i < matches.length; i++) {
                DataSourceConfig candidate = written.getDataSources(i).getConfig();
                boolean isFree = matches[i] == NONE && candidate.getName().equals(config.getName());
                // A source that contains the form's whole config is a better match than one that only has
                // the same name.
                if (isFree
                        && (index == NONE
                                || !MessageContainment.containsAll(
                                                written.getDataSources(index).getConfig(), content)
                                        && MessageContainment.containsAll(candidate, content))) {
                    index = i;
                }
            }
            if (index != NONE) {
                matches[index] = f;
            }
        }
        return matches;
    }

    private TraceConfig mergeAll(List<DataSourceConfig> extra) {
        int[] matches = matches(written, before);
        findBuffers(matches);
        List<TraceConfig.DataSource> sources = new ArrayList<>();
        Map<Key, DataSourceConfig> afterByKey = byKey(after);
        Set<Key> done = new HashSet<>();
        long others = Arrays.stream(matches).filter(m -> m == NONE).count();
        boolean isInPlace = others == extra.size();
        int next = 0;
        for (int i = 0; i < matches.length; i++) {
            TraceConfig.DataSource writtenSource = written.getDataSources(i);
            if (matches[i] == NONE) {
                if (isInPlace) {
                    sources.add(writtenSource.toBuilder()
                            .setConfig(extra.get(next++))
                            .build());
                }
                continue;
            }
            Key key = key(before, matches[i]);
            done.add(key);
            DataSourceConfig generated = afterByKey.getOrDefault(
                    key, DataSourceConfig.newBuilder().setName(key.name).build());
            DataSourceConfig config = (DataSourceConfig) merge(
                    writtenSource.getConfig(),
                    before.config().getDataSources(matches[i]).getConfig(),
                    generated,
                    Set.of("target_buffer"));
            if (afterByKey.containsKey(key) || hasOtherFields(config)) {
                sources.add(writtenSource.toBuilder().setConfig(config).build());
            }
        }
        Map<Key, DataSourceConfig> previous = byKey(before);
        afterByKey.forEach((key, generated) -> {
            if (!done.contains(key) && !generated.equals(previous.get(key))) {
                int target = bufferOf(key.buffer);
                DataSourceConfig.Builder config = generated.toBuilder().clearTargetBuffer();
                sources.add(TraceConfig.DataSource.newBuilder()
                        .setConfig(target > 0 ? config.setTargetBuffer(target) : config)
                        .build());
            }
        });
        if (!isInPlace) {
            extra.forEach(e -> sources.add(wrap(e)));
        }
        result.clearDataSources().addAllDataSources(sources);
        dropBuffers();
        return result.build();
    }

    /// Wraps an added data source with the filters that were written around it.
    private TraceConfig.DataSource wrap(DataSourceConfig extra) {
        return written.getDataSourcesList().stream()
                .filter(d -> d.getConfig().equals(extra))
                .findFirst()
                .orElseGet(() ->
                        TraceConfig.DataSource.newBuilder().setConfig(extra).build());
    }

    /// Returns whether a data source has fields other than its name and buffer.
    private static boolean hasOtherFields(DataSourceConfig config) {
        DataSourceConfig rest = config.toBuilder()
                .clearName()
                .clearTargetBuffer()
                .clearTargetBufferName()
                .build();
        return !rest.equals(DataSourceConfig.getDefaultInstance());
    }

    private static Key key(GeneratedConfig generated, int source) {
        DataSourceConfig config = generated.config().getDataSources(source).getConfig();
        return new Key(config.getName(), generated.buffers().get(config.getTargetBuffer()));
    }

    private static Map<Key, DataSourceConfig> byKey(GeneratedConfig generated) {
        Map<Key, DataSourceConfig> keyed = new LinkedHashMap<>();
        for (int i = 0; i < generated.config().getDataSourcesCount(); i++) {
            keyed.put(key(generated, i), generated.config().getDataSources(i).getConfig());
        }
        return keyed;
    }

    /// Finds the written buffers that belong to the form: the first is the main buffer, others are targets of the
    /// form's data sources.
    private void findBuffers(int[] matches) {
        if (written.getBuffersCount() > 0) {
            buffers.put(ConfigDraft.MAIN, 0);
            unshared.put(ConfigDraft.MAIN, 0);
        }
        for (int i = 0; i < matches.length; i++) {
            if (matches[i] != NONE) {
                String id = key(before, matches[i]).buffer;
                int target = target(written.getDataSources(i).getConfig());
                if (target < written.getBuffersCount()
                        && buffers.putIfAbsent(id, target) == null
                        && !unshared.containsValue(target)) {
                    unshared.put(id, target);
                }
            }
        }
        unshared.forEach((id, index) -> {
            int newIndex = after.buffers().indexOf(id);
            if (newIndex >= 0) {
                result.setBuffers(index, (TraceConfig.BufferConfig) merge(
                        written.getBuffers(index),
                        before.config().getBuffers(before.buffers().indexOf(id)),
                        after.config().getBuffers(newIndex),
                        Set.of()));
            }
        });
    }

    private int target(DataSourceConfig config) {
        for (int i = 0; i < written.getBuffersCount(); i++) {
            if (!config.getTargetBufferName().isEmpty()
                    && config.getTargetBufferName().equals(written.getBuffers(i).getName())) {
                return i;
            }
        }
        return config.getTargetBuffer();
    }

    /// Returns the index of one of the form's buffers and adds the buffer if needed.
    private int bufferOf(String id) {
        return buffers.computeIfAbsent(id, x -> {
            result.addBuffers(after.config().getBuffers(after.buffers().indexOf(id)));
            return result.getBuffersCount() - 1;
        });
    }

    /// Removes buffers that the form no longer has, unless another data source uses them.
    private void dropBuffers() {
        TreeSet<Integer> removed = new TreeSet<>(Comparator.reverseOrder());
        unshared.forEach((id, index) -> {
            boolean isNamed = !written.getBuffers(index).getName().isEmpty();
            if (!after.buffers().contains(id)
                    && !isNamed
                    && result.getDataSourcesList().stream().noneMatch(d -> target(d.getConfig()) == index)) {
                removed.add(index);
            }
        });
        for (int index : removed) {
            result.removeBuffers(index);
            for (TraceConfig.DataSource.Builder source : result.getDataSourcesBuilderList()) {
                if (source.getConfig().getTargetBuffer() > index) {
                    source.getConfigBuilder().setTargetBuffer(source.getConfig().getTargetBuffer() - 1);
                }
            }
        }
    }

    /// Returns the message with all fields changed that differ between two others.
    private static Message merge(Message written, Message before, Message after, Set<String> except) {
        Message.Builder result = written.toBuilder();
        for (FieldDescriptor f : written.getDescriptorForType().getFields()) {
            if (except.contains(f.getName())) {
                continue;
            }
            if (f.isRepeated()) {
                if (!before.getField(f).equals(after.getField(f))) {
                    result.setField(f, merge(f, (List<?>) written.getField(f), (List<?>) before.getField(f), (List<?>)
                            after.getField(f)));
                }
            } else if (before.hasField(f) != after.hasField(f)
                    || !before.getField(f).equals(after.getField(f))) {
                set(result, f, written, before, after);
            }
        }
        return result.build();
    }

    private static void set(Message.Builder result, FieldDescriptor f, Message written, Message before, Message after) {
        if (f.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
            Message inner = merge(
                    (Message) written.getField(f), (Message) before.getField(f), (Message) after.getField(f), Set.of());
            if (after.hasField(f) || !inner.equals(inner.getDefaultInstanceForType())) {
                result.setField(f, inner);
            } else {
                result.clearField(f);
            }
        } else if (after.hasField(f)) {
            result.setField(f, after.getField(f));
        } else {
            result.clearField(f);
        }
    }

    /// Merges a list: removes the elements that were removed and appends those that were added. Messages with a
    /// name are equal if their names are.
    private static List<?> merge(FieldDescriptor f, List<?> written, List<?> before, List<?> after) {
        List<Object> result = new ArrayList<>();
        for (Object w : written) {
            Object oldValue = findSame(before, w);
            Object newValue = findSame(after, w);
            // Elements that the form never had must not be removed.
            if (oldValue == null) {
                result.add(w);
            } else if (newValue != null) {
                result.add(
                        f.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                                ? merge((Message) w, (Message) oldValue, (Message) newValue, Set.of())
                                : w);
            }
        }
        for (Object a : after) {
            if (findSame(before, a) == null && findSame(result, a) == null) {
                result.add(a);
            }
        }
        return result;
    }

    private static @Nullable Object findSame(List<?> list, Object other) {
        return list.stream()
                .filter(x -> Objects.equals(identity(x), identity(other)))
                .findFirst()
                .orElse(null);
    }

    private static Object identity(Object value) {
        if (value instanceof Message m) {
            FieldDescriptor name = m.getDescriptorForType().findFieldByName("name");
            return name == null || name.isRepeated() || !m.hasField(name) ? m : m.getField(name);
        }
        return value;
    }
}
