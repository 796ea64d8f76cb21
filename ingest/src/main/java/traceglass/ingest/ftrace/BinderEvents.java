package traceglass.ingest.ftrace;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.ArgsWriter;
import traceglass.protos.ftrace.BinderCommandFtraceEvent;
import traceglass.protos.ftrace.BinderReturnFtraceEvent;
import traceglass.protos.ftrace.BinderTransactionAllocBufFtraceEvent;
import traceglass.protos.ftrace.BinderTransactionFtraceEvent;
import traceglass.protos.ftrace.BinderTransactionReceivedFtraceEvent;
import traceglass.protos.ftrace.FtraceEvent;

/// Android's inter-process calls: a slice in the thread that calls, one in the thread that answers, and an arrow from one to the
/// other. Calls that want no answer are instants.
///
/// A call that fails leaves its slice open, as the events that would end it do not come. Where commands to and returns from the
/// driver are recorded as well, they tell: each thread has a stack of the calls it is in, with how far each has come.
final class BinderEvents extends EventFamily {

    private static final int FLAG_ONE_WAY = 0x01;
    private static final int FLAG_ROOT_OBJECT = 0x04;
    private static final int FLAG_STATUS_CODE = 0x08;
    private static final int FLAG_ACCEPT_FDS = 0x10;

    // Numbers of commands and returns (include/uapi/linux/android/binder.h of Linux).
    private static final int BC_TRANSACTION = 0x40406300;
    private static final int BC_REPLY = 0x40406301;
    private static final int BC_TRANSACTION_SG = 0x40486311;
    private static final int BC_REPLY_SG = 0x40486312;
    private static final int BR_TRANSACTION_SEC_CTX = 0x80487202;
    private static final int BR_TRANSACTION = 0x80407202;
    private static final int BR_REPLY = 0x80407203;
    private static final int BR_DEAD_REPLY = 0x7205;
    private static final int BR_TRANSACTION_COMPLETE = 0x7206;
    private static final int BR_FAILED_REPLY = 0x7211;
    private static final int BR_FROZEN_REPLY = 0x7212;
    private static final int BR_ONEWAY_SPAM_SUSPECT = 0x7213;
    private static final int BR_TRANSACTION_PENDING_FROZEN = 0x7214;

    /// How far a call has come in the thread that made it (S) or that answers it (R).
    private enum Step {
        S_COMMANDED, S_SENT, S_COMPLETE, S_ANSWERED, R_RECEIVED, R_RETURNED, R_COMMANDED, R_SENT
    }

    private static final class Call {
        Step step;
        boolean known;
        boolean oneWay;
        boolean reply;

        Call(Step step) {
            this.step = step;
        }

        void sent(Step next, boolean isOneWay, boolean isReply) {
            step = next;
            known = true;
            oneWay = isOneWay;
            reply = isReply;
        }
    }

    private record Sent(boolean reply, boolean oneWay, int track, int slice, ArgsWriter args) { }

    private final Map<Integer, Sent> outstanding = new HashMap<>();
    private final Map<Integer, Deque<Call>> stacks = new HashMap<>();
    private final Set<Long> waitingForLock = new HashSet<>();
    private final Set<Long> holdingLock = new HashSet<>();
    private final int category = id("binder");
    private final int lockWaiting = id("binder lock waiting");
    private final int lockHeld = id("binder lock held");
    private final int transaction = id("binder transaction");
    private final int transactionAsync = id("binder transaction async");
    private final int replyName = id("binder reply");
    private final int asyncReceive = id("binder async rcv");
    private final int transactionId = id("transaction id");
    private final int destNode = id("destination node");
    private final int destProcess = id("destination process");
    private final int destThread = id("destination thread");
    private final int destName = id("destination name");
    private final int isReplyKey = id("reply transaction?");
    private final int flagsKey = id("flags");
    private final int codeKey = id("code");
    private final int callingTid = id("calling tid");
    private final int dataSize = id("data size");
    private final int offsetsSize = id("offsets size");

    BinderEvents(ImportContext context) {
        super(context);
    }

    @Override
    void register(EventHandlers handlers) {
        handlers.on(FtraceEvent.BINDER_TRANSACTION_FIELD_NUMBER, this::transaction);
        handlers.on(FtraceEvent.BINDER_TRANSACTION_RECEIVED_FIELD_NUMBER, this::received);
        handlers.on(FtraceEvent.BINDER_COMMAND_FIELD_NUMBER, e -> command(e, e.asInt(BinderCommandFtraceEvent.CMD_FIELD_NUMBER)));
        handlers.on(FtraceEvent.BINDER_RETURN_FIELD_NUMBER, e -> returned(e, e.asInt(BinderReturnFtraceEvent.CMD_FIELD_NUMBER)));
        handlers.on(FtraceEvent.BINDER_TRANSACTION_ALLOC_BUF_FIELD_NUMBER, this::buffer);
        handlers.on(FtraceEvent.BINDER_LOCK_FIELD_NUMBER, this::lock);
        handlers.on(FtraceEvent.BINDER_LOCKED_FIELD_NUMBER, this::locked);
        handlers.on(FtraceEvent.BINDER_UNLOCK_FIELD_NUMBER, this::unlock);
    }

    private static String hex(long value) {
        String digits = Long.toHexString(value & 0xFFFF_FFFFL);
        return digits.length() < 2 ? "0x0" + digits : "0x" + digits;
    }

    private static String flags(int flags) {
        StringBuilder text = new StringBuilder(hex(flags)).append(' ');
        if ((flags & FLAG_ONE_WAY) != 0) {
            text.append("this is a one-way call: async, no return; ");
        }
        if ((flags & FLAG_ROOT_OBJECT) != 0) {
            text.append("contents are the components root object; ");
        }
        if ((flags & FLAG_STATUS_CODE) != 0) {
            text.append("contents are a 32-bit status code; ");
        }
        if ((flags & FLAG_ACCEPT_FDS) != 0) {
            text.append("allow replies with file descriptors; ");
        }
        return flags == 0 ? text.append("No Flags Set").toString() : text.toString();
    }

    private void transaction(KernelEvent e) {
        int number = e.asInt(BinderTransactionFtraceEvent.DEBUG_ID_FIELD_NUMBER);
        int node = e.asInt(BinderTransactionFtraceEvent.TARGET_NODE_FIELD_NUMBER);
        long toProcess = e.asUint32(BinderTransactionFtraceEvent.TO_PROC_FIELD_NUMBER);
        long toThread = e.asUint32(BinderTransactionFtraceEvent.TO_THREAD_FIELD_NUMBER);
        boolean isReply = e.asInt(BinderTransactionFtraceEvent.REPLY_FIELD_NUMBER) == 1;
        int flags = e.asInt(BinderTransactionFtraceEvent.FLAGS_FIELD_NUMBER);
        int code = id(hex(e.asUint32(BinderTransactionFtraceEvent.CODE_FIELD_NUMBER)) + " Java Layer Dependent");
        int flagsText = id(flags(flags));
        long tid = e.tid();
        boolean oneWay = (flags & FLAG_ONE_WAY) != 0;
        int track = threadTrack(e);
        ArgsWriter args = b -> b.addInt(transactionId, number).addInt(destNode, node).addInt(destProcess, toProcess)
                .addBool(isReplyKey, isReply).addString(flagsKey, flagsText).addString(codeKey, code).addUint(callingTid, tid);
        int slice;
        if (isReply) {
            int destUtid = context.processes().thread(toThread);
            int name = context.processes().threadName(destUtid);
            context.slices().addArgs(track, category, replyName, b -> {
                b.addInt(destThread, toThread);
                if (name != NULL) {
                    b.addString(destName, name);
                }
            });
            slice = end(e, track, NULL, NULL, args);
        } else if (oneWay) {
            slice = instant(e, track, category, transactionAsync, args);
        } else {
            slice = begin(e, track, category, transaction, args);
        }
        outstanding.put(number, new Sent(isReply, oneWay, track, slice, args));
        Call call = top(e);
        if (call == null) {
            return;
        }
        switch (call.step) {
            case S_COMMANDED -> call.sent(Step.S_SENT, oneWay, isReply);
            case R_COMMANDED -> call.sent(Step.R_SENT, oneWay, isReply);
            // Commands are not recorded, it seems.
            case R_RECEIVED -> pop(e);
            default -> { }
        }
    }

    private void received(KernelEvent e) {
        Sent sent = outstanding.remove(e.asInt(BinderTransactionReceivedFtraceEvent.DEBUG_ID_FIELD_NUMBER));
        if (sent == null) {
            // Nothing says what kind of call it is.
            return;
        }
        int utid = utid(e);
        int track = context.tracks().threadTrack(utid);
        if (!sent.oneWay && !sent.reply) {
            Call call = new Call(Step.R_RECEIVED);
            call.known = true;
            push(utid, call);
        } else if (!sent.oneWay) {
            Call call = top(e);
            if (call != null && call.step == Step.S_COMPLETE) {
                call.step = Step.S_ANSWERED;
            }
        }
        if (sent.reply) {
            end(e, track);
            return;
        }
        int slice;
        if (sent.oneWay) {
            slice = instant(e, track, category, asyncReceive, sent.args);
        } else {
            long tid = e.tid();
            int name = context.processes().threadName(utid);
            context.slices().addArgs(sent.track, category, transaction, b -> {
                b.addUint(destThread, tid);
                if (name != NULL) {
                    b.addString(destName, name);
                }
            });
            slice = begin(e, track, category, replyName, null);
        }
        if (sent.slice >= 0 && slice >= 0) {
            context.flows().add(sent.slice, slice);
        }
    }

    private void command(KernelEvent e, int command) {
        switch (command) {
            case BC_TRANSACTION, BC_TRANSACTION_SG -> push(utid(e), new Call(Step.S_COMMANDED));
            case BC_REPLY, BC_REPLY_SG -> {
                Call call = top(e);
                if (call != null && call.step == Step.R_RETURNED) {
                    call.step = Step.R_COMMANDED;
                }
            }
            default -> { }
        }
    }

    private void returned(KernelEvent e, int code) {
        switch (code) {
            case BR_DEAD_REPLY, BR_FAILED_REPLY, BR_FROZEN_REPLY, BR_TRANSACTION_PENDING_FROZEN -> failed(e);
            case BR_TRANSACTION_COMPLETE, BR_ONEWAY_SPAM_SUSPECT -> completed(e);
            case BR_REPLY -> {
                Call call = top(e);
                if (call != null && call.step == Step.S_ANSWERED) {
                    pop(e);
                }
            }
            case BR_TRANSACTION, BR_TRANSACTION_SEC_CTX -> {
                Call call = top(e);
                if (call != null && call.step == Step.R_RECEIVED) {
                    call.step = Step.R_RETURNED;
                }
            }
            default -> { }
        }
    }

    private void failed(KernelEvent e) {
        Call call = top(e);
        if (call == null) {
            return;
        }
        switch (call.step) {
            // It failed before it was sent: there is no slice.
            case S_COMMANDED -> pop(e);
            case R_COMMANDED, S_SENT, R_SENT, S_COMPLETE -> {
                if (call.known && !call.oneWay && !call.reply) {
                    end(e, threadTrack(e));
                }
                pop(e);
            }
            default -> { }
        }
    }

    private void completed(KernelEvent e) {
        Call call = top(e);
        if (call == null) {
            return;
        }
        switch (call.step) {
            case R_SENT, S_COMMANDED -> pop(e);
            case S_SENT -> {
                if (call.known && !call.oneWay) {
                    call.step = Step.S_COMPLETE;
                } else {
                    pop(e);
                }
            }
            default -> { }
        }
    }

    private void buffer(KernelEvent e) {
        long data = e.asLong(BinderTransactionAllocBufFtraceEvent.DATA_SIZE_FIELD_NUMBER);
        long offsets = e.asLong(BinderTransactionAllocBufFtraceEvent.OFFSETS_SIZE_FIELD_NUMBER);
        context.slices().addArgs(threadTrack(e), category, transaction, b -> b.addUint(dataSize, data).addUint(offsetsSize, offsets));
    }

    private void lock(KernelEvent e) {
        waitingForLock.add(e.tid());
        begin(e, threadTrack(e), category, lockWaiting, null);
    }

    private void locked(KernelEvent e) {
        int utid = utid(e);
        if (!waitingForLock.remove(e.tid())) {
            return;
        }
        int track = context.tracks().threadTrack(utid);
        end(e, track);
        begin(e, track, category, lockHeld, null);
        holdingLock.add(e.tid());
    }

    private void unlock(KernelEvent e) {
        int utid = utid(e);
        if (holdingLock.remove(e.tid())) {
            end(e, context.tracks().threadTrack(utid), category, lockHeld, null);
        }
    }

    private Call top(KernelEvent e) {
        Deque<Call> stack = stacks.get(utid(e));
        return stack == null ? null : stack.peekLast();
    }

    private void push(int utid, Call call) {
        stacks.computeIfAbsent(utid, u -> new ArrayDeque<>()).addLast(call);
    }

    private void pop(KernelEvent e) {
        int utid = utid(e);
        Deque<Call> stack = stacks.get(utid);
        stack.removeLast();
        if (stack.isEmpty()) {
            stacks.remove(utid);
        }
    }
}
