#include "benchmarks/load/app/record_file.hpp"

#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/parse.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <fcntl.h>
#include <future>
#include <poll.h>
#include <unistd.h>

namespace plumbline::load {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;

RequestOutcome sample_outcome() {
    RequestOutcome outcome;
    outcome.intended = Instant(milliseconds(1'000));
    outcome.sent = Instant(milliseconds(1'002));
    outcome.first_byte = Instant(milliseconds(1'010));
    outcome.ended = Instant(milliseconds(1'500));
    outcome.bytes = 77;
    return outcome;
}

Json line_of(const RequestRecord& record) {
    const std::string line = record_line(record, {"secret-key"});
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    const auto json = parse_json(line);
    EXPECT_THAT(json, IsOk());
    return json ? *json : Json();
}

TEST(RecordLine, HasTheMetricsThatTheResponseHas) {
    EXPECT_EQ(line_of({.level = 2, .outcome = sample_outcome()}),
              json_of(R"({"level": 2, "due": "1970-01-01T00:00:01.000000Z", "send_delay": 2000000,
                          "events": 0, "tokens": 0, "bytes": 77, "outcome": "completed",
                          "ttfb": 10000000, "ttfb_sent": 8000000,
                          "duration": 500000000, "duration_sent": 498000000})"));
}

TEST(RecordLine, HasTheFailureWithoutSecrets) {
    RequestOutcome outcome = sample_outcome();
    outcome.failure = FailureClass::kStatus;
    outcome.failure_reason = "status 401 for secret-key";
    const Json line = line_of({.outcome = outcome});
    EXPECT_EQ(line["outcome"], "status");
    EXPECT_THAT(line["reason"].get<std::string>(), HasSubstr("status 401 for "));
    EXPECT_THAT(line["reason"].get<std::string>(), Not(HasSubstr("secret-key")));
}

TEST(RecordLine, NamesOtherOutcomes) {
    RequestOutcome outcome = sample_outcome();
    outcome.is_bounded = true;
    EXPECT_EQ(line_of({.outcome = outcome})["outcome"], "bounded");
    EXPECT_EQ(line_of({.outcome = outcome, .is_incomplete = true})["outcome"], "incomplete");
}

TEST(RecordLine, OfARequestThatWasNeverSentHasNoTimeSinceThen) {
    RequestOutcome outcome;
    outcome.intended = Instant(milliseconds(1'000));
    outcome.sent = outcome.ended = Instant(milliseconds(1'500));
    outcome.is_sent = false;
    EXPECT_EQ(line_of({.level = 1, .outcome = outcome, .is_incomplete = true}),
              json_of(R"({"level": 1, "due": "1970-01-01T00:00:01.000000Z",
                          "send_delay": 500000000, "events": 0, "tokens": 0, "bytes": 0,
                          "outcome": "incomplete", "duration": 500000000})"));
}

TEST(RecordFile, HasALineForEachRecord) {
    const TemporaryFolder folder;
    const std::string path = folder.path() + "/records.jsonl";
    auto file = RecordFile::create(path, {});
    ASSERT_THAT(file, IsOk());
    for (int i = 0; i < 1'000; ++i) (*file)->add({.level = 1, .outcome = sample_outcome()});
    ASSERT_THAT((*file)->finish(), IsOk());
    EXPECT_EQ((*file)->dropped(), 0U);
    const auto text = read_file(path);
    ASSERT_THAT(text, IsOk());
    EXPECT_EQ(std::count(text->begin(), text->end(), '\n'), 1'000);
}

TEST(RecordFile, HasEveryIncompleteRequest) {
    const TemporaryFolder folder;
    auto file = RecordFile::create(folder.path() + "/records.jsonl", {});
    ASSERT_THAT(file, IsOk());
    for (std::size_t i = 0; i < 2 * RecordFile::kMaxQueue; ++i)
        (*file)->add({.level = 1, .outcome = sample_outcome(), .is_incomplete = true});
    ASSERT_THAT((*file)->finish(), IsOk());
    EXPECT_EQ((*file)->dropped(), 0U);
}

TEST(RecordFile, ThatCannotBeWrittenIsAnError) {
    EXPECT_THAT(RecordFile::create("/nonexistent/records.jsonl", {}),
                FailsWith("--records: cannot write /nonexistent/records.jsonl: No such file"));
    auto full = RecordFile::create("/dev/full", {});
    ASSERT_THAT(full, IsOk());
    (*full)->add({.level = 1, .outcome = sample_outcome()});
    EXPECT_THAT((*full)->finish(), FailsWith("--records: cannot write /dev/full: No space left"));
}

TEST(RecordFile, WaitsForTheReaderOfAPipe) {
    const TemporaryFolder folder;
    const std::string path = folder.path() + "/pipe";
    ASSERT_EQ(::mkfifo(path.c_str(), S_IRUSR | S_IWUSR), 0);
    EXPECT_THAT(RecordFile::create(path, {}, {.limit = milliseconds(1)}),
                FailsWith("--records: no program opened the pipe "));
    const std::atomic<bool> is_interrupted{true};
    EXPECT_THAT(RecordFile::create(
                    path, {}, {.limit = std::chrono::hours(1), .is_interrupted = &is_interrupted}),
                FailsWith("--records: no program opened the pipe "));
    auto reader =
        std::async(std::launch::async, [&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); });
    EXPECT_THAT(RecordFile::create(path, {}), IsOk());
    ::close(reader.get());
}

/// A named pipe with a reader that reads only if asked to.
class RecordPipe : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_EQ(::mkfifo(path_.c_str(), S_IRUSR | S_IWUSR), 0);
        reader_ = ::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        ASSERT_GE(reader_, 0);
    }
    void TearDown() override { ::close(reader_); }

    /// Returns the pipe with more records than it takes.
    [[nodiscard]] std::unique_ptr<RecordFile> with_records(RecordWait wait) const {
        auto file = RecordFile::create(path_, {}, wait);
        EXPECT_THAT(file, IsOk());
        for (int i = 0; i < kRecords; ++i) (*file)->add({.level = 1, .outcome = sample_outcome()});
        return std::move(*file);
    }
    /// Reads the pipe to its end and returns the number of lines.
    [[nodiscard]] std::ptrdiff_t read_lines() const {
        std::ptrdiff_t lines = 0;
        std::array<char, 4'096> buffer{};
        while (true) {
            constexpr int kDeadlineMs = 10'000;
            pollfd one{reader_, POLLIN, 0};
            if (::poll(&one, 1, kDeadlineMs) == 0) return -1;
            const ssize_t bytes = ::read(reader_, buffer.data(), buffer.size());
            if (bytes <= 0) return lines;
            lines += std::count(buffer.begin(), buffer.begin() + bytes, '\n');
        }
    }

    static constexpr int kRecords = 2'000;
    TemporaryFolder folder_;
    std::string path_ = folder_.path() + "/pipe";
    int reader_ = -1;
};

TEST_F(RecordPipe, HasEveryRecordIfItIsRead) {
    const auto file = with_records({});
    auto lines = std::async(std::launch::async, [this] { return read_lines(); });
    EXPECT_THAT(file->finish(), IsOk());
    EXPECT_EQ(lines.get(), kRecords);
}

TEST_F(RecordPipe, IsGivenUpIfNothingReadsIt) {
    const auto file = with_records({.limit = milliseconds(1)});
    EXPECT_THAT(file->finish(), FailsWith("lacks the last requests: it took nothing for 0.001 s"));
}

TEST_F(RecordPipe, IsGivenUpAtAnInterrupt) {
    const std::atomic<bool> is_interrupted{true};
    const RecordWait wait{.limit = std::chrono::hours(1), .is_interrupted = &is_interrupted};
    EXPECT_THAT(with_records(wait)->finish(), FailsWith("an interrupt ended the wait for it"));
}

TEST_F(RecordPipe, HasEveryRecordOfALoadThatWasInterrupted) {
    const std::atomic<bool> is_interrupted{true};
    const auto file = with_records({.is_interrupted = &is_interrupted});
    auto lines = std::async(std::launch::async, [this] { return read_lines(); });
    EXPECT_THAT(file->finish(true), IsOk());
    EXPECT_EQ(lines.get(), kRecords);
}

TEST_F(RecordPipe, WaitsForRoomOnlyUntilAnInterrupt) {
    const std::atomic<bool> is_interrupted{true};
    const RecordWait wait{.limit = std::chrono::hours(1), .is_interrupted = &is_interrupted};
    const auto file = with_records(wait);
    for (std::size_t i = 0; i < 3 * RecordFile::kMaxQueue; ++i)
        file->add({.level = 1, .outcome = sample_outcome(), .is_incomplete = true});
    EXPECT_GT(file->dropped(), 0U);
}

TEST_F(RecordPipe, IsLeftWithoutAWait) {
    const auto file = with_records({.limit = std::chrono::hours(1)});
}

}  // namespace
}  // namespace plumbline::load
