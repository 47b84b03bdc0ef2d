#include "conformance/cleanup/journal.hpp"

#include "conformance/cleanup/journal_lines.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace plumbline::cleanup {
namespace {

constexpr int kOwnerOnly = 0600;

tl::unexpected<Error> cannot_write(const std::string& path, const std::string& why) {
    return fail(ErrorCode::kIo, "cannot write the clean-up journal " + path + ": " + why);
}

std::string last_problem() {
    return std::generic_category().message(errno);
}

bool write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// A new file is safe on disk only once its folder is.
bool sync_folder(const std::string& folder) {
    const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return false;
    const bool synced = ::fsync(opened) == 0;
    ::close(opened);
    return synced;
}

/// Names a journal so that a listing is in the order of the runs: `20260102T030405-1a2b3c4d.jsonl`.
std::string file_name(const Header& header) {
    std::string time = to_text(header.started).substr(0, sizeof "2026-01-02T03:04:05" - 1);
    time.erase(
        std::remove_if(time.begin(), time.end(), [](char c) { return c == '-' || c == ':'; }),
        time.end());
    return time + '-' + header.run.substr(0, 8) + ".jsonl";
}

}  // namespace

Journal::Journal(std::string path, int file, Contents contents)
    : path_(std::move(path)), file_(file), contents_(std::move(contents)) {}

Journal::~Journal() {
    ::close(file_);
}

Result<std::unique_ptr<Journal>> Journal::create(const std::string& folder, Header header) {
    const std::string path = (std::filesystem::path(folder) / file_name(header)).string();
    // It gets its name once it is locked and whole, so that no clean-up finds it before.
    const std::string nameless = path + ".part";
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (problem) return cannot_write(path, problem.message());
    const int file =
        ::open(nameless.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, kOwnerOnly);
    if (file < 0) return cannot_write(path, last_problem());
    auto journal =
        std::unique_ptr<Journal>(new Journal(path, file, Contents{std::move(header), {}, 0}));
    if (::flock(file, LOCK_EX | LOCK_NB) != 0) return cannot_write(path, last_problem());
    auto written = journal->append(header_line(journal->header()));
    if (!written) {
        ::unlink(nameless.c_str());
        return fail(written.error());
    }
    if (::rename(nameless.c_str(), path.c_str()) != 0 || !sync_folder(folder))
        return cannot_write(path, last_problem());
    return journal;
}

bool is_in_use(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    const bool locked = ::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(file);
    return locked;
}

Result<std::unique_ptr<Journal>> Journal::reopen(const std::string& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file < 0) {
        return fail(errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                    "cannot open " + path + ": " + last_problem());
    }
    auto journal = std::unique_ptr<Journal>(new Journal(path, file, {}));
    if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return nullptr;
        return fail(ErrorCode::kIo, "cannot lock " + path + ": " + last_problem());
    }
    auto contents = read_journal(path);
    if (!contents) return fail(contents.error());
    journal->contents_ = std::move(*contents);
    // Half a line is as good as none: before it was whole nothing followed from it. Lines to come
    // must not be glued to it.
    std::error_code none;
    if (std::filesystem::file_size(path, none) == journal->contents_.whole_bytes) return journal;
    if (::ftruncate(file, static_cast<off_t>(journal->contents_.whole_bytes)) != 0)
        return cannot_write(path, last_problem());
    return journal;
}

std::vector<Entry> Journal::entries() const {
    const std::lock_guard lock(mutex_);
    return contents_.entries;
}

void Journal::visit(const std::function<void(const Entry&)>& look) const {
    const std::lock_guard lock(mutex_);
    std::for_each(contents_.entries.begin(), contents_.entries.end(), look);
}

int Journal::open_entries() const {
    const std::lock_guard lock(mutex_);
    const auto& all = contents_.entries;
    return static_cast<int>(std::count_if(
        all.begin(), all.end(), [](const Entry& entry) { return entry.stage != Stage::kClosed; }));
}

std::optional<Error> Journal::failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
}

Result<int> Journal::intend(Entry entry) {
    const std::lock_guard lock(mutex_);
    entry.number = static_cast<int>(contents_.entries.size()) + 1;
    auto written = append(intent_line(entry));
    if (!written) return fail(written.error());
    contents_.entries.push_back(std::move(entry));
    return contents_.entries.back().number;
}

void Journal::created(int number, const std::string& id) {
    note(number, Stage::kCreated, "created", id);
}

void Journal::unknown(int number) {
    note(number, Stage::kUnknown, "unknown", "");
}

void Journal::close(int number, const std::string& how) {
    note(number, Stage::kClosed, "closed", how);
}

void Journal::finish() {
    if (open_entries() == 0) ::unlink(path_.c_str());
}

void Journal::note(int number, Stage stage, const std::string& event, const std::string& detail) {
    const std::lock_guard lock(mutex_);
    Entry& entry = contents_.entries.at(static_cast<std::size_t>(number) - 1);
    entry.stage = stage;
    if (stage == Stage::kCreated) entry.id = detail;
    (void)append(event_line(number, event, detail));  // failure_ keeps what went wrong
}

/// Writes a line. After one that failed no other is: it might be glued to half a line.
Result<void> Journal::append(const Json& line) {
    if (failure_) return fail(*failure_);
    if (write_all(file_, to_text(line) + '\n') && ::fdatasync(file_) == 0) return {};
    failure_ = cannot_write(path_, last_problem()).value();
    return fail(*failure_);
}

}  // namespace plumbline::cleanup
