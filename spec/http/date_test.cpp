#include "spec/http/date.hpp"

#include "spec/base/time_text.hpp"

#include <gtest/gtest.h>

namespace plumbline::http {
namespace {

TEST(HttpDate, IsReadAsAnInstant) {
    EXPECT_EQ(parse_http_date("Wed, 21 Oct 2026 07:28:00 GMT"),
              *parse_instant("2026-10-21T07:28:00Z"));
    EXPECT_EQ(parse_http_date("Thu, 29 Feb 2024 23:59:59 GMT"),
              *parse_instant("2024-02-29T23:59:59Z"));
}

TEST(HttpDate, IsRefusedInAnyOtherForm) {
    for (const char* text : {"",
                             "120",
                             "2026-10-21T07:28:00Z",
                             "Wed, 21 Oct 2026 07:28:00 CET",
                             "Wed, 21 Okt 2026 07:28:00 GMT",
                             "Wed, 30 Feb 2026 07:28:00 GMT",
                             "Wed, 2x Oct 2026 07:28:00 GMT",
                             "Wed, 21 Oct 2026 07:28:00 GMT "}) {
        EXPECT_EQ(parse_http_date(text), std::nullopt) << text;
    }
}

}  // namespace
}  // namespace plumbline::http
