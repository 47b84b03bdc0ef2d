#include "conformance/host/child_mock.hpp"

#include "spec/base/clock.hpp"

#include <sys/syscall.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <spawn.h>
#include <system_error>
#include <unistd.h>
#include <utility>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the user

namespace plumbline::host {
namespace {

constexpr std::string_view kListening = "listening on ";
constexpr std::chrono::milliseconds kEndPatience{3'000};

int milliseconds_left(const Clock& clock, Instant deadline) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - clock.now());
    return left.count() > 0 ? static_cast<int>(left.count()) : 0;
}

/// Both ends of a pipe; the destructor closes those that were not taken.
struct Pipe {
    std::array<int, 2> ends{-1, -1};
    bool open() { return ::pipe2(ends.data(), O_CLOEXEC) == 0; }
    int take(std::size_t end) { return std::exchange(ends[end], -1); }
    ~Pipe() {
        for (const int end : ends) {
            if (end >= 0) ::close(end);
        }
    }
};

/// Reads the first line; returns "" if the other side closes or the deadline passes.
std::string first_line(int descriptor, std::chrono::milliseconds timeout) {
    const SystemClock clock;
    const Instant deadline = clock.now() + timeout;
    std::string line;
    char byte = 0;
    pollfd waiting{descriptor, POLLIN, 0};
    while (line.size() < 4096 && ::poll(&waiting, 1, milliseconds_left(clock, deadline)) > 0) {
        if (::read(descriptor, &byte, 1) != 1) return {};
        if (byte == '\n') return line;
        line += byte;
    }
    return {};
}

/// Waits for the process to end; returns whether it did in time.
bool wait_for_end(int pid, std::chrono::milliseconds timeout) {
    const auto descriptor = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
    pollfd waiting{descriptor, POLLIN, 0};
    const bool ended =
        descriptor >= 0 && ::poll(&waiting, 1, static_cast<int>(timeout.count())) > 0;
    if (descriptor >= 0) ::close(descriptor);
    return ended;
}

/// Returns our environment without the control interface's token: the mock would require it from
/// us.
std::vector<char*> child_environment() {
    constexpr std::string_view kToken = "PLUMBLINE_CONTROL_TOKEN=";
    std::vector<char*> variables;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        if (std::string_view(*variable).rfind(kToken, 0) != 0) variables.push_back(*variable);
    }
    variables.push_back(nullptr);
    return variables;
}

Result<int> spawn(const std::string& program,
                  std::vector<std::string> words,
                  Pipe& input,
                  Pipe& output) {
    std::vector<char*> arguments;
    words.insert(words.begin(), program);
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input.ends[0], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output.ends[1], STDOUT_FILENO);
    // A separate process group: Ctrl-C must reach only us; the mock has to run until the last
    // clean-up step.
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    const std::vector<char*> variables = child_environment();
    pid_t pid = -1;
    const int problem = ::posix_spawn(
        &pid, program.c_str(), &actions, &attributes, arguments.data(), variables.data());
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (problem != 0) {
        return fail(
            problem == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
            "cannot start the mock " + program + ": " + std::generic_category().message(problem),
            {},
            {"build plumbline-mock next to plumbline, specify it with --mock, or test a running "
             "target "
             "with --url"});
    }
    return pid;
}

/// Returns a text about how a process ended.
std::string exit_text(const siginfo_t& end) {
    const std::string number = std::to_string(end.si_status);
    if (end.si_code == CLD_EXITED) return "with exit code " + number;
    const char* name = ::sigabbrev_np(end.si_status);
    return "killed by " + (name ? std::string("SIG") + name : "signal " + number);
}

}  // namespace

Result<std::unique_ptr<ChildMock>> ChildMock::start(const std::string& program,
                                                    const std::vector<std::string>& arguments,
                                                    std::chrono::milliseconds timeout) {
    Pipe input;
    Pipe output;
    if (!input.open() || !output.open()) return fail(ErrorCode::kIo, "cannot create a pipe");
    std::vector<std::string> words{"--port", "0", "--exit-with-stdin"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    auto pid = spawn(program, std::move(words), input, output);
    if (!pid) return fail(pid.error());

    std::unique_ptr<ChildMock> mock(new ChildMock());
    mock->pid_ = *pid;
    mock->input_ = input.take(1);
    mock->output_ = output.take(0);
    ::close(output.take(1));  // otherwise its end of file would never be detected
    const std::string line = first_line(mock->output_, timeout);
    if (line.rfind(kListening, 0) != 0) {
        return fail(
            line.empty() && wait_for_end(*pid, std::chrono::milliseconds(100))
                ? ErrorCode::kIo
                : ErrorCode::kTimeout,
            "the mock " + program + " did not start" +
                (line.empty() ? "; see its output above" : ": its first line is \"" + line + '"'));
    }
    mock->url_ = line.substr(kListening.size());
    return mock;
}

ChildMock::~ChildMock() {
    if (input_ >= 0) ::close(input_);
    if (pid_ > 0) {
        if (!wait_for_end(pid_, kEndPatience)) ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    if (output_ >= 0) ::close(output_);
}

Result<void> ChildMock::check_running() const {
    siginfo_t end{};
    // WNOWAIT: the destructor still waits for the process.
    if (::waitid(P_PID, static_cast<id_t>(pid_), &end, WEXITED | WNOHANG | WNOWAIT) != 0) return {};
    if (end.si_pid == 0) return {};
    return fail(
        ErrorCode::kIo,
        "the mock ended during the run, " + exit_text(end) + ": later failures are meaningless",
        {},
        {"see its last output above; please report this as a defect of the mock"});
}

std::string sibling_program(const std::string& name) {
    std::error_code problem;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", problem);
    return problem ? name : (self.parent_path() / name).string();
}

}  // namespace plumbline::host
