package traceglass.ingest.json;

import traceglass.ingest.sort.EventCodec;
import traceglass.ingest.sort.RunInput;
import traceglass.ingest.sort.RunOutput;

/// Writes single events of [JsonEvents] to disk. Reads all of them into the same slot, because each is parsed before
/// the next one is read.
final class JsonEventCodec implements EventCodec {

    /// Created when the first event is read, because an archive may have thousands of files.
    private JsonEvents read;

    @Override
    public int size(long data, Object ref) {
        return ((JsonEvents) ref).bytes((int) data);
    }

    @Override
    public void write(long data, Object ref, RunOutput out) {
        JsonEvents e = (JsonEvents) ref;
        int i = (int) data;
        out.writeVarint(e.phase[i] & 0xff);
        out.writeVarint(e.flags[i] & 0xff);
        out.writeVarint(e.scope[i]);
        out.writeVarint(e.idType(i));
        out.writeVarint(e.bindType(i));
        out.writeVarint(e.cookieType(i));
        out.writeSigned(e.pid.get(i));
        out.writeSigned(e.tid.get(i));
        out.writeSigned(e.name[i]);
        out.writeSigned(e.category[i]);
        writeTime(e.dur.get(i), out);
        writeTime(e.threadTs.get(i), out);
        writeTime(e.threadDur.get(i), out);
        out.writeSigned(e.id(i));
        out.writeSigned(e.bindId(i));
        out.writeSigned(e.cookie(i));
        out.writeSigned(e.argSet[i]);
        out.writeSigned(e.idScope(i));
        out.writeSigned(e.color(i));
        writeStack(e, i, false, out);
        writeStack(e, i, true, out);
        out.writeBytes(e.argsText, e.argsStart(i), e.argsLength(i));
    }

    /// Writes a time, with a short code for a missing one: [JsonEvents#UNSET] is the largest number and would
    /// take many bytes.
    private static void writeTime(long ns, RunOutput out) {
        out.writeSigned(ns == JsonEvents.UNSET ? Long.MIN_VALUE : ns);
    }

    private static void writeStack(JsonEvents e, int i, boolean isAtEnd, RunOutput out) {
        byte type = e.stackType(i, isAtEnd);
        out.writeVarint(type);
        if (type != JsonEvents.STACK_NONE) {
            out.writeSigned(e.stack(i, isAtEnd));
        }
    }

    @Override
    public void read(RunInput in) {
        JsonEvents e = read;
        if (e == null) {
            e = new JsonEvents();
            read = e;
        }
        e.clearRare();
        e.clear(0);
        e.phase[0] = (byte) in.varint();
        e.flags[0] = (byte) in.varint();
        e.scope[0] = (byte) in.varint();
        byte idType = (byte) in.varint();
        byte bindType = (byte) in.varint();
        e.setCookieType(0, (byte) in.varint());
        e.pid.set(0, in.signed());
        e.tid.set(0, in.signed());
        e.name[0] = (int) in.signed();
        e.category[0] = (int) in.signed();
        e.dur.set(0, readTime(in));
        e.threadTs.set(0, readTime(in));
        e.threadDur.set(0, readTime(in));
        e.setId(0, idType, in.signed());
        e.setBindId(0, bindType, in.signed());
        e.setCookie(0, in.signed());
        e.argSet[0] = (int) in.signed();
        e.setIdScope(0, (int) in.signed());
        int color = (int) in.signed();
        e.setColor(0, color);
        readStack(e, false, in);
        readStack(e, true, in);
        e.storeArgs(0, in.buffer(), in.position(), in.remaining());
        in.setEvent(0, e);
    }

    private static long readTime(RunInput in) {
        long ns = in.signed();
        return ns == Long.MIN_VALUE ? JsonEvents.UNSET : ns;
    }

    private static void readStack(JsonEvents e, boolean isAtEnd, RunInput in) {
        byte type = (byte) in.varint();
        if (type != JsonEvents.STACK_NONE) {
            e.setStack(0, isAtEnd, type, (int) in.signed());
        }
    }
}
