package traceglass.ingest.ftrace.format;

import java.util.List;

/// Kernel event and the layout of its binary record.
///
/// @param system group of the event, e.g. `sched`
/// @param id id of the event in `common_type`
/// @param fields fields specific to the event, without the common ones
/// @param common fields with which all events begin
public record EventFormat(String system, String name, int id, List<EventField> fields, List<EventField> common) {

    /// Returns the common field with this name, or null.
    public EventField commonField(String fieldName) {
        for (EventField f : common) {
            if (f.name().equals(fieldName)) {
                return f;
            }
        }
        return null;
    }
}
