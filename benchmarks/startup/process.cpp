#include "benchmarks/startup/process.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <spawn.h>
#include <system_error>
#include <unistd.h>
#include <utility>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the user

namespace plumbline::benchmarks {
namespace {

bool is_readable(int descriptor, std::chrono::milliseconds patience) {
    pollfd waiting{descriptor, POLLIN, 0};
    return ::poll(&waiting, 1, static_cast<int>(patience.count())) > 0;
}

double milliseconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
}

}  // namespace

Result<Process> Process::start(const std::string& program, std::vector<std::string> arguments) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail(ErrorCode::kIo, "no pipe to be had");
    arguments.insert(arguments.begin(), program);
    std::vector<char*> words;
    words.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    pid_t pid = -1;
    const int problem =
        ::posix_spawn(&pid, program.c_str(), &actions, nullptr, words.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (problem != 0) {
        ::close(ends[0]);
        return fail(problem == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                    "cannot start " + program + ": " + std::generic_category().message(problem));
    }
    return Process(pid, ends[0]);
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), output_(std::exchange(other.output_, -1)) {}

Process::~Process() {
    if (pid_ > 0) {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    if (output_ >= 0) ::close(output_);
}

// NOLINTNEXTLINE(readability-make-member-function-const): it takes the line out
Result<std::string> Process::line(std::chrono::milliseconds patience) {
    std::string text;
    char byte = 0;
    while (is_readable(output_, patience)) {
        if (::read(output_, &byte, 1) != 1) return fail(ErrorCode::kIo, "it ended without a line");
        if (byte == '\n') return text;
        text += byte;
    }
    return fail(ErrorCode::kTimeout, "it printed no line in time");
}

Result<Ending> Process::wait(std::chrono::milliseconds patience) {
    const auto descriptor = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
    const bool has_ended = descriptor >= 0 && is_readable(descriptor, patience);
    if (descriptor >= 0) ::close(descriptor);
    if (!has_ended) return fail(ErrorCode::kTimeout, "it did not end in time");
    int status = 0;
    rusage used{};
    ::wait4(std::exchange(pid_, -1), &status, 0, &used);
    if (!WIFEXITED(status)) return fail(ErrorCode::kIo, "a signal ended it");
    return Ending{WEXITSTATUS(status), milliseconds(used.ru_utime) + milliseconds(used.ru_stime)};
}

Result<double> Process::cpu_ms() const {
    clockid_t clock{};
    timespec used{};
    if (::clock_getcpuclockid(pid_, &clock) != 0 || ::clock_gettime(clock, &used) != 0) {
        return fail(ErrorCode::kIo, "its CPU time cannot be read");
    }
    return static_cast<double>(used.tv_sec) * 1e3 + static_cast<double>(used.tv_nsec) / 1e6;
}

Result<double> Process::resident_megabytes() const {
    std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
    for (std::string word; status >> word;) {
        double kibibytes = 0;
        if (word == "VmRSS:" && status >> kibibytes) return kibibytes * 1024 / 1e6;
    }
    return fail(ErrorCode::kIo, "its memory cannot be read");
}

}  // namespace plumbline::benchmarks
