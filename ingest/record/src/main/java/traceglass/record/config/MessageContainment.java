package traceglass.record.config;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Map;

/// Checks whether a message contains all fields of another one.
final class MessageContainment {

    private MessageContainment() {}

    static boolean containsAll(Message container, Message part) {
        for (Map.Entry<FieldDescriptor, Object> e : part.getAllFields().entrySet()) {
            FieldDescriptor field = e.getKey();
            if (field.isRepeated()) {
                if (!((List<?>) container.getField(field)).containsAll((List<?>) e.getValue())) {
                    return false;
                }
            } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                if (!container.hasField(field)
                        || !containsAll((Message) container.getField(field), (Message) e.getValue())) {
                    return false;
                }
            } else if (!container.getField(field).equals(e.getValue())) {
                return false;
            }
        }
        return true;
    }
}
