package traceglass.record.config;

import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.FtraceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfig.BufferConfig.FillPolicy;

/// Config builder that probes add to. Data sources are shared: probes that need the same one add to the same config.
final class ConfigDraft {

    /// Id of the default buffer.
    static final String MAIN = "main";

    private record Key(String source, String buffer) {}

    private record Buffer(long sizeKb, FillPolicy policy) {}

    private final FillPolicy policy;
    private final Map<String, Buffer> buffers = new LinkedHashMap<>();
    private final Map<Key, DataSourceConfig.Builder> sources = new LinkedHashMap<>();
    private final RecordSettings settings;

    ConfigDraft(RecordSettings settings) {
        this.settings = settings;
        policy = settings.mode() == RecordSettings.Mode.STOP_WHEN_FULL ? FillPolicy.DISCARD : FillPolicy.RING_BUFFER;
        buffers.put(MAIN, new Buffer(settings.bufferKb(), policy));
    }

    RecordSettings settings() {
        return settings;
    }

    void addBuffer(String id, long sizeKb) {
        buffers.putIfAbsent(id, new Buffer(sizeKb, policy));
    }

    void addBuffer(String id, long sizeKb, FillPolicy fillPolicy) {
        buffers.putIfAbsent(id, new Buffer(sizeKb, fillPolicy));
    }

    DataSourceConfig.Builder source(String name) {
        return source(name, MAIN);
    }

    DataSourceConfig.Builder source(String name, String buffer) {
        return sources.computeIfAbsent(
                new Key(name, buffer), k -> DataSourceConfig.newBuilder().setName(name));
    }

    /// Returns the existing data source, which may use any buffer, or a new one in the main buffer.
    private DataSourceConfig.Builder existingOrNew(String name) {
        return sources.entrySet().stream()
                .filter(e -> e.getKey().source.equals(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(() -> source(name));
    }

    FtraceConfig.Builder ftrace() {
        return source(Probe.FTRACE).getFtraceConfigBuilder();
    }

    /// Adds the kernel events that are not in the config yet.
    void addEvents(Iterable<String> events) {
        FtraceConfig.Builder ftrace = ftrace();
        for (String e : events) {
            if (!ftrace.getFtraceEventsList().contains(e)) {
                ftrace.addFtraceEvents(e);
            }
        }
    }

    /// Adds the data sources, events and options of a probe.
    void add(Probe probe, OptionValues values) {
        probe.sources().forEach((name, text) -> {
            try {
                TextFormat.merge(text, existingOrNew(name));
            } catch (TextFormat.ParseException e) {
                throw new IllegalStateException(
                        "the config of probe " + probe.id() + " is invalid: " + e.getMessage(), e);
            }
        });
        if (!probe.events().isEmpty()) {
            addEvents(probe.events());
        }
        for (Option option : probe.options()) {
            if (!option.source().isEmpty()) {
                set(existingOrNew(option.source()), option, values);
            }
        }
        if (probe.contribution() != null) {
            probe.contribution().add(this, probe, values);
        }
    }

    private static void set(DataSourceConfig.Builder config, Option option, OptionValues values) {
        switch (option.kind()) {
            case NUMBER -> {
                long n = Math.round(values.number(option) * option.scale());
                if (n != 0) {
                    Fields.set(config, option.path(), n);
                }
            }
            case SWITCH -> {
                if (values.isOn(option)) {
                    Fields.set(config, option.path(), true);
                }
            }
            case SEVERAL, LINES -> values.list(option).forEach(v -> Fields.add(config, option.path(), v));
            case PROCESSES -> {
                String[] paths = option.path().split(",");
                for (String v : values.list(option)) {
                    boolean isId = v.matches("\\d+");
                    Fields.add(config, paths[paths.length > 1 && isId ? 1 : 0], v);
                }
            }
        }
    }

    /// Returns the config so far, with the ids of its buffers in order.
    RecordSettings.GeneratedConfig build() {
        TraceConfig.Builder config = TraceConfig.newBuilder();
        List<String> order = new ArrayList<>(buffers.keySet());
        buffers.values()
                .forEach(b -> config.addBuffersBuilder()
                        .setSizeKb((int) Math.min(b.sizeKb, 0xFFFFFFFFL))
                        .setFillPolicy(b.policy));
        sources.forEach((key, source) -> {
            int target = order.indexOf(key.buffer);
            if (target > 0) {
                source.setTargetBuffer(target);
            }
            config.addDataSourcesBuilder().setConfig(source);
        });
        return new RecordSettings.GeneratedConfig(config.build(), List.copyOf(order));
    }

    /// Access to config fields by path.
    static final class Fields {

        private Fields() {}

        static void set(DataSourceConfig.Builder config, String path, Object value) {
            Message.Builder holder = containingMessage(config, path);
            FieldDescriptor field = field(holder, path);
            holder.setField(field, parse(field, String.valueOf(value)));
        }

        /// Adds a value unless it is already present. Values that the field cannot hold are ignored.
        static void add(DataSourceConfig.Builder config, String path, String value) {
            Message.Builder holder = containingMessage(config, path);
            FieldDescriptor field = field(holder, path);
            Object typed = parse(field, value);
            if (typed != null && !((List<?>) holder.getField(field)).contains(typed)) {
                holder.addRepeatedField(field, typed);
            }
        }

        /// Returns the field's value, or null if it is not set.
        static @Nullable Object get(DataSourceConfig config, String path) {
            Message message = config;
            String[] names = path.split("\\.");
            for (int i = 0; i < names.length - 1; i++) {
                FieldDescriptor f = message.getDescriptorForType().findFieldByName(names[i]);
                if (!message.hasField(f)) {
                    return null;
                }
                message = (Message) message.getField(f);
            }
            FieldDescriptor last = message.getDescriptorForType().findFieldByName(names[names.length - 1]);
            return last.isRepeated() || message.hasField(last) ? message.getField(last) : null;
        }

        private static Message.Builder containingMessage(Message.Builder config, String path) {
            Message.Builder builder = config;
            String[] names = path.split("\\.");
            for (int i = 0; i < names.length - 1; i++) {
                builder = builder.getFieldBuilder(builder.getDescriptorForType().findFieldByName(names[i]));
            }
            return builder;
        }

        private static FieldDescriptor field(Message.Builder holder, String path) {
            return holder.getDescriptorForType().findFieldByName(path.substring(path.lastIndexOf('.') + 1));
        }

        private static @Nullable Object parse(FieldDescriptor field, String value) {
            try {
                return switch (field.getJavaType()) {
                    case INT -> (int) Long.parseLong(value);
                    case LONG -> Long.parseLong(value);
                    case BOOLEAN -> Boolean.parseBoolean(value);
                    case ENUM -> enumValue(field.getEnumType(), value);
                    default -> value;
                };
            } catch (NumberFormatException e) {
                return null;
            }
        }

        private static Object enumValue(EnumDescriptor type, String value) {
            return value.matches("\\d+")
                    ? type.findValueByNumber(Integer.parseInt(value))
                    : type.findValueByName(value);
        }
    }
}
