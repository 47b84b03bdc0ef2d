#include "conformance/cleanup/journal.hpp"

#include "conformance/cleanup/journal_lines.hpp"
#include "spec/base/file.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/stat.h>

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

std::string errno_text() {
    return std::generic_category().message(errno);
}

/// Creates a file and locks it. In between, a clean-up may remove it as the file of a killed run:
/// then creates it again. Returns -1 with errno if that fails.
int new_locked_file(const std::string& path) {
    constexpr int kAttempts = 10;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const int file =
            ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, kOwnerOnly);
        if (file < 0) return -1;
        struct stat opened {};
        const bool is_locked = ::flock(file, LOCK_EX | LOCK_NB) == 0;
        if (is_locked && ::fstat(file, &opened) == 0 && opened.st_nlink > 0) return file;
        ::close(file);
        if (!is_locked) ::unlink(path.c_str());
    }
    errno = EAGAIN;
    return -1;
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

/// A new file is durable only after its folder is synced.
bool sync_folder(const std::string& folder) {
    const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return false;
    const bool synced = ::fsync(opened) == 0;
    ::close(opened);
    return synced;
}

/// Returns a file name that sorts by the start of the runs: `20260102T030405-1a2b3c4d.jsonl`.
std::string file_name(const JournalHeader& header) {
    std::string time = to_text(header.started).substr(0, sizeof "2026-01-02T03:04:05" - 1);
    time.erase(
        std::remove_if(time.begin(), time.end(), [](char c) { return c == '-' || c == ':'; }),
        time.end());
    return time + '-' + header.run.substr(0, 8) + ".jsonl";
}

}  // namespace

Journal::Journal(std::string path, int file, JournalContents contents)
    : path_(std::move(path)), file_(file), contents_(std::move(contents)) {}

Journal::~Journal() {
    ::close(file_);
}

Result<std::unique_ptr<Journal>> Journal::create(const std::string& folder, JournalHeader header) {
    const std::string path = (std::filesystem::path(folder) / file_name(header)).string();
    // The file is renamed once it is locked and complete, so that no clean-up finds it before.
    const std::string temporary = path + kPartSuffix;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return cannot_write(path, error.message());
    const int file = new_locked_file(temporary);
    if (file < 0) return cannot_write(path, errno_text());
    auto journal = std::unique_ptr<Journal>(
        new Journal(path, file, JournalContents{std::move(header), {}, 0}));
    auto written = journal->append(header_line(journal->header()));
    if (!written) {
        ::unlink(temporary.c_str());
        return fail(written.error());
    }
    if (::rename(temporary.c_str(), path.c_str()) != 0 || !sync_folder(folder))
        return cannot_write(path, errno_text());
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
                    "cannot open " + path + ": " + errno_text());
    }
    auto journal = std::unique_ptr<Journal>(new Journal(path, file, {}));
    if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return nullptr;
        return fail(ErrorCode::kIo, "cannot lock " + path + ": " + errno_text());
    }
    auto contents = read_journal(path);
    if (!contents) return fail(contents.error());
    journal->contents_ = std::move(*contents);
    // An incomplete line is ignored: nothing depends on a line before it is complete. Later lines
    // must not be appended to it.
    std::error_code none;
    if (std::filesystem::file_size(path, none) == journal->contents_.complete_bytes) return journal;
    if (::ftruncate(file, static_cast<off_t>(journal->contents_.complete_bytes)) != 0)
        return cannot_write(path, errno_text());
    return journal;
}

std::vector<JournalEntry> Journal::entries() const {
    const std::lock_guard lock(mutex_);
    return contents_.entries;
}

void Journal::visit(const std::function<void(const JournalEntry&)>& visitor) const {
    const std::lock_guard lock(mutex_);
    std::ranges::for_each(contents_.entries, visitor);
}

int Journal::open_entry_count() const {
    const std::lock_guard lock(mutex_);
    const auto& all = contents_.entries;
    return static_cast<int>(std::ranges::count_if(
        all, [](const JournalEntry& entry) { return entry.stage != ResourceStage::kClosed; }));
}

std::optional<Error> Journal::failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
}

Result<int> Journal::record_intent(JournalEntry entry) {
    const std::lock_guard lock(mutex_);
    entry.number = static_cast<int>(contents_.entries.size()) + 1;
    auto written = append(intent_line(entry));
    if (!written) return fail(written.error());
    contents_.entries.push_back(std::move(entry));
    return contents_.entries.back().number;
}

void Journal::record_created(int number, const std::string& id, std::optional<Instant> created) {
    Json line = event_line(number, "created", id);
    if (created) line["created_at"] = to_text(*created);
    record(number, line, [&](JournalEntry& entry) {
        entry.stage = ResourceStage::kCreated;
        entry.id = id;
        entry.created = created;
    });
}

void Journal::record_unknown(int number) {
    record(number, event_line(number, "unknown", ""), [](JournalEntry& entry) {
        entry.stage = ResourceStage::kUnknown;
    });
}

void Journal::record_closed(int number, const std::string& how) {
    record(number, event_line(number, "closed", how), [](JournalEntry& entry) {
        entry.stage = ResourceStage::kClosed;
    });
}

void Journal::remove_if_closed() {
    if (open_entry_count() == 0 && damage().empty()) ::unlink(path_.c_str());
}

void Journal::record(int number,
                     const Json& line,
                     const std::function<void(JournalEntry&)>& change) {
    const std::lock_guard lock(mutex_);
    change(contents_.entries.at(static_cast<std::size_t>(number) - 1));
    (void)append(line);  // failure_ stores the error
}

/// Writes a line. After a failure it writes no more: the next line might be appended to half a
/// line.
Result<void> Journal::append(const Json& line) {
    if (failure_) return fail(*failure_);
    if (write_all(file_, to_text(line) + '\n') && ::fdatasync(file_) == 0) return {};
    failure_ = cannot_write(path_, errno_text()).value();
    return fail(*failure_);
}

}  // namespace plumbline::cleanup
